import { IconClock, IconDeviceMobileCheck } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'

/** Where a piece of work is, from the person's side. */
export type Saved = 'on-device' | 'queued' | 'sent' | 'needs-fix'

const LOOK = {
  'on-device': { tone: 'info', label: 'Salvato sul dispositivo', mark: IconDeviceMobileCheck },
  queued: { tone: 'wait', label: 'In attesa di invio', mark: IconClock },
  sent: { tone: 'ok', label: 'Inviato' },
  'needs-fix': { tone: 'error', label: 'Da correggere' },
} as const

export function SaveState({ state }: { state: Saved }) {
  return <StatusChip {...LOOK[state]} />
}
