import { useReasonText } from '../../../lib/refusal-words.ts'

/** Says why a channel's last test failed, as a sentence; what an upstream said stands as it is. */
export const useTestFault = (): ((fault: string) => string) => {
  const say = useReasonText()
  return (fault) => {
    const text = say({ reason: fault })
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
