import { History } from '../../../crud/record/History.tsx'
import { historyModels } from '../../../rules/overview/history-models.ts'

/** Changes of all that has a history. */
export const HistoryList = () => <History models={historyModels} />
