import { type Saved, SaveState } from '../ui/SaveState.tsx'
import { endOf } from './ended.ts'
import { savingFiles, savingWords } from './saving-files.ts'
import { isStuck } from './summary.ts'
import type { Work } from './work.ts'

interface WorkStateProps {
  /** Key of the record's draft. */
  lane: string
  state: Saved
  work?: Pick<Work, 'steps'> | undefined
}
/** The state of a record; while files chosen for it are only in memory, which of them is being stored; once the office has ended it, how. */
export function WorkState({ lane, state, work }: WorkStateProps) {
  const files = savingFiles.use().get(lane)
  if (files && state !== 'failed') return <SaveState state="saving" label={savingWords(files)} />
  const ended = isStuck({ state }) && work && endOf(work)
  return ended ? <SaveState state={state} label={ended.label} /> : <SaveState state={state} />
}
