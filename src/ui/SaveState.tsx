import { IconClock, IconCloudCheck, IconDeviceMobileCheck, IconRefresh } from './icons.tsx'
import { StatusChip } from './StatusChip.tsx'

/** State of a piece of work, as the person sees it. */
export type Saved =
  | 'saving'
  | 'failed'
  | 'trial'
  | 'draft'
  | 'on-device'
  | 'queued'
  | 'sending'
  | 'auth-wait'
  | 'needs-fix'
  | 'conflict'
  | 'quarantined'
  | 'sent'

/** The texts are the same wherever the state is shown. */
export const SAVED_WORDS = {
  saving: 'Salvataggio…',
  failed: 'NON salvato',
  trial: 'Anteprima',
  draft: 'Bozza salvata sul dispositivo',
  'on-device': 'Salvato sul dispositivo',
  queued: 'In attesa di invio',
  sending: 'Invio in corso',
  'auth-wait': 'In attesa del tuo accesso',
  'needs-fix': 'Da correggere',
  conflict: 'Modificato anche altrove',
  quarantined: 'Da esportare',
  sent: 'Inviato',
} as const satisfies Record<Saved, string>

const LOOK = {
  saving: { tone: 'info', mark: IconRefresh },
  failed: { tone: 'error' },
  trial: { tone: 'neutral' },
  draft: { tone: 'neutral', mark: IconDeviceMobileCheck },
  'on-device': { tone: 'info', mark: IconDeviceMobileCheck },
  queued: { tone: 'wait', mark: IconClock },
  sending: { tone: 'info', mark: IconRefresh },
  'auth-wait': { tone: 'wait', mark: IconClock },
  'needs-fix': { tone: 'error' },
  conflict: { tone: 'error' },
  quarantined: { tone: 'error' },
  sent: { tone: 'ok', mark: IconCloudCheck },
} as const satisfies Record<Saved, object>

/** `label`: more exact words for this state. */
export function SaveState({ state, label = SAVED_WORDS[state] }: { state: Saved; label?: string }) {
  return <StatusChip {...LOOK[state]} label={label} />
}
