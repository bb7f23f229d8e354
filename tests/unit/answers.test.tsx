// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ConnectionBadge } from '../../src/ui/ConnectionBadge.tsx'
import { type Saved, SaveState } from '../../src/ui/SaveState.tsx'
import { ScoreRing } from '../../src/ui/ScoreRing.tsx'
import { SegmentedAnswer, YES_NO_NA } from '../../src/ui/SegmentedAnswer.tsx'
import { StepList } from '../../src/ui/StepList.tsx'
import { renderUi } from '../render.tsx'

function Question() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <SegmentedAnswer label="Estintore accessibile?" options={YES_NO_NA} value={value} onChange={setValue} />
      <output>{value ?? 'nessuna'}</output>
    </>
  )
}
const answer = () => screen.getByRole('status').textContent

it('an answer is given with a tap, changed with another, and stands where the same is tapped again', async () => {
  renderUi(<Question />)
  await userEvent.click(screen.getByText('No'))
  expect(answer()).toBe('no')
  await userEvent.click(screen.getByText('N.A.'))
  expect(answer()).toBe('na')
  await userEvent.click(screen.getByText('N.A.'))
  expect(answer()).toBe('na')
})

it('an answer is given and taken back from the keyboard', async () => {
  renderUi(<Question />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(answer()).toBe('si')
  await userEvent.keyboard('{ArrowRight}')
  expect(answer()).toBe('no')
  await userEvent.keyboard('{Delete}')
  expect(answer()).toBe('nessuna')
})

it.each<[Saved, string]>([
  ['draft', 'Bozza salvata sul dispositivo'],
  ['on-device', 'Salvato sul dispositivo'],
  ['queued', 'In attesa di invio'],
  ['sent', 'Inviato'],
  ['needs-fix', 'Da correggere'],
])('%s is said in words and with a shape', (state, words) => {
  const { container } = renderUi(<SaveState state={state} />)
  expect(screen.getByText(words)).toBeTruthy()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

it('the connection has three words and says what waits', () => {
  renderUi(
    <>
      <ConnectionBadge state="online" pending={0} />
      <ConnectionBadge state="unreachable" pending={0} />
      <ConnectionBadge state="offline" pending={3} />
      <ConnectionBadge state="online" pending={2} stuck={1} old={3} />
      <ConnectionBadge state="online" pending={0} stuck={1} />
      <ConnectionBadge state="online" pending={2} old={1} />
    </>,
  )
  // The words stand twice, for a desk and for a phone: the styles show one of them.
  const said = screen.getAllByRole('status').map((badge) => badge.firstElementChild?.textContent)
  expect(said).toEqual([
    'In linea',
    'Server non raggiungibile',
    'Non in linea · 3 da inviare',
    'In linea · 2 da inviare · 1 da sistemare',
    'In linea · 1 da sistemare',
    'In linea · 2 da inviare · 1 da più di un giorno',
  ])
  const onPhone = screen.getAllByRole('status').map((badge) => badge.lastElementChild?.querySelector('[aria-hidden]:not(svg)')?.textContent)
  expect(onPhone).toEqual(['', '', '3', '3', '1', '2'])
})

it('score and stages have their text twins', () => {
  renderUi(
    <>
      <ScoreRing score={87.5} outcome={{ tone: 'ok', label: 'Conforme' }} />
      <ScoreRing score={null} outcome={{ tone: 'neutral', label: 'Senza punteggio' }} />
      <StepList
        label="Stato"
        steps={[
          { label: 'Creato', state: 'done' },
          { label: 'Pagato', state: 'current' },
        ]}
      />
    </>,
  )
  expect(screen.getByRole('img', { name: 'Punteggio 87,5 su 100' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Nessun punteggio' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step'])
  expect(screen.getAllByRole('listitem')[0]!.textContent).toContain('Creato, completato')
})
