import { History } from '../../crud/History.tsx'
import { historyModels } from '../../rules/history-models.ts'

/** Changes of all that has a history. */
export const AllChanges = () => <History models={historyModels} />
