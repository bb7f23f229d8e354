import { gplCourses } from '../../contract/gpl/courses.ts'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { courseStatuses, requestStatuses } from '../../contract/gpl/words.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history, with their labels. */
export const gplHistory = {
  gpl_course: { name: 'Corso GPL', update: gplCourses.update, words: { status: courseStatuses } },
  gpl_card_request: {
    name: 'Richiesta GPL',
    update: gplRequests.update,
    labels: { number: 'Numero', trainer: 'Docente', completed_at: 'Completata il', card_id: 'Tessera' },
    words: { status: requestStatuses },
  },
} satisfies ModelHistories
