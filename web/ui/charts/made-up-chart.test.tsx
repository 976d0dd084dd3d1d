import { expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen, within } from '../../testing/screen.ts'
import { ChartFrame } from './chart-frame.tsx'
import { createColours, restColour } from './colours.ts'
import type { ChartModel, Slot } from './model.ts'
import { prepareSeries } from './prepare-series.ts'
import { prepareSlots } from './prepare-slots.ts'
import { prepareTicks } from './prepare-ticks.ts'
import { StackedBars } from './stacked-bars.tsx'
import { useReading } from './use-reading.ts'

type Feeding = { hour: number; animal: string; fish: number }

/** All that a chart of its own takes: a function from its answer to what is drawn. */
const feedingChart = (feedings: readonly Feeding[]): ChartModel => {
  const texts = {
    ...{ label: (hour: number) => `${hour} h`, tick: String },
    ...{ isDayStart: () => true, ticksEvery: (least: number) => least },
  }
  const slots = prepareSlots([9, 10, 11, 12], { start: 9, end: 11 }, texts)
  const points = feedings.map(({ hour, animal, fish }) => ({ slot: String(hour), series: animal, value: fish }))
  const words = { rest: 'Other animals', colourOf: createColours()(['seal']), restColour }
  const format = (fish: number) => `${fish} fish`
  const ticks = prepareTicks(30, { unit: 1, whole: true, format })
  const label = (start: number, end: number) => `${start} to ${end} h`
  return { slots, series: prepareSeries(points, slots, 1, words), ticks, format, plain: (fish) => fish, label }
}

type FeedingChartProps = {
  feedings: readonly Feeding[]
  onOpen(slot: Slot | undefined): void
  onOpenSeveral?: (slot: Slot) => void
}

function FeedingChart({ feedings, onOpen, onOpenSeveral }: FeedingChartProps) {
  const model = feedingChart(feedings)
  const reading = useReading(model, onOpen, onOpenSeveral)
  const frame = {
    label: 'Feedings',
    fileName: 'feedings',
    whole: 'The day',
    openLabel: 'Show feedings',
    isOld: false,
    onOpen,
  }
  return (
    <ChartFrame {...frame} model={model} read={reading.read}>
      <StackedBars label="Feedings" whole="The day" model={model} reading={reading} />
    </ChartFrame>
  )
}

it('a chart is one function from its answer to what is drawn', async () => {
  const opened: (string | undefined)[] = []
  const feedings = [
    { hour: 9, animal: 'seal', fish: 20 },
    { hour: 9, animal: 'otter', fish: 2 },
    { hour: 11, animal: 'penguin', fish: 5 },
    { hour: 12, animal: 'seal', fish: 999 },
  ]
  const { user, container } = await renderPage(
    <FeedingChart
      feedings={feedings}
      onOpen={(slot) => opened.push(slot && (slot.end > slot.start + 1 ? `${slot.id} to ${slot.end}` : slot.id))}
    />,
  )
  const painted = [...container.querySelectorAll('rect')].map((mark) => [
    mark.parentElement?.dataset.slot,
    Number(mark.getAttribute('height')).toFixed(1),
  ])
  expect(painted).toEqual([
    ['9', '66.7'],
    ['9', '6.7'],
    ['11', '16.7'],
  ])
  expect(screen.getByText('27 fish')).toBeTruthy()
  screen.getByRole('slider').focus()
  await user.keyboard('{Home}{Enter}')
  expect(screen.getByText('22 fish')).toBeTruthy()
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  expect(screen.getByText('27 fish')).toBeTruthy()
  expect(screen.getByText('9 to 12 h')).toBeTruthy()
  await user.keyboard('{Enter}{ArrowRight}')
  expect(screen.getByText('11 h')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Show feedings' }))
  expect(opened).toEqual(['9', '9 to 12', undefined])
  await user.click(screen.getByRole('button', { name: 'As a table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'TimeTotalsealOther animals',
    '9 h22 fish20 fish2 fish',
    '11 h5 fish0 fish5 fish',
  ])
  const saved = keepSavedFiles()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(() => expect(saved.names).toEqual(['feedings.csv']))
  expect(await saved.texts()).toEqual([
    [
      '"Time","Total","seal","Other animals"',
      '"1970-01-01T00:00:09.000Z",22,20,2',
      '"1970-01-01T00:00:11.000Z",5,0,5',
      '',
    ].join('\r\n'),
  ])
  vi.restoreAllMocks()
})

it('a single one that has no colour of its own keeps its name', async () => {
  const feedings = [
    { hour: 9, animal: 'seal', fish: 20 },
    { hour: 11, animal: 'otter', fish: 2 },
  ]
  await renderPage(<FeedingChart feedings={feedings} onOpen={() => {}} />)
  expect(screen.getByText('otter')).toBeTruthy()
  expect(screen.queryByText('Other animals')).toBeNull()
})

it('several steps that are drawn over may be something else to open, and fingers draw over none', async () => {
  const opened: string[] = []
  const { user } = await renderPage(
    <FeedingChart
      feedings={[
        { hour: 9, animal: 'seal', fish: 20 },
        { hour: 11, animal: 'seal', fish: 5 },
      ]}
      onOpen={(slot) => opened.push(`one: ${slot?.start}`)}
      onOpenSeveral={({ start, end }) => opened.push(`several: ${start} to ${end}`)}
    />,
  )
  const chart = screen.getByRole('slider')
  chart.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  const draw = (pointer: 'MouseLeft' | 'TouchA', from: number, to: number) =>
    user.pointer([
      { keys: `[${pointer}>]`, target: chart, coords: { clientX: from, clientY: 50 } },
      { pointerName: pointer === 'MouseLeft' ? 'mouse' : pointer, target: chart, coords: { clientX: to, clientY: 50 } },
      { keys: `[/${pointer}]`, target: chart, coords: { clientX: to, clientY: 50 } },
    ])
  await draw('MouseLeft', 250, 150)
  expect(opened).toEqual(['several: 10 to 12'])
  // What was read is let go, as another time may be shown by now.
  expect(chart.getAttribute('aria-valuetext')).toBe('The day')
  await draw('MouseLeft', 20, 20)
  await draw('TouchA', 20, 250)
  chart.focus()
  await user.keyboard('{Escape}{Home}{Shift>}{ArrowRight}{/Shift}{Enter}')
  expect(opened).toEqual(['several: 10 to 12', 'one: 9', 'several: 9 to 11'])
})
