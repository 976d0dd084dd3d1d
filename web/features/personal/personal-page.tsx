export function PersonalPage() {
  return <h1>PersonalPage</h1>
}
