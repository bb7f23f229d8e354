import type { Api } from './api.ts'

const question = (key: string, label: string, rest: object) => ({ key, label, ...rest })
/** Six questions, of the types that differ most in the hand: a tap, a number, a photo, a choice, one that wants a note when it is wrong. */
export const SMALL = {
  code: 'E2E',
  name: 'Controllo breve',
  minutes: 5,
  require: { inspector_signature: true, manager_signature: true },
  categories: [
    {
      key: 'c_piazzale',
      name: 'Piazzale',
      questions: [
        question('q_pulito', 'Il piazzale è pulito?', { type: 'yes_no' }),
        question('q_estintori', 'Quanti estintori ci sono?', { type: 'number', decimals: 0, unit: 'pz', ok_min: 2 }),
        question('q_foto', 'Foto del piazzale', { type: 'photo', gallery: true }),
      ],
    },
    {
      key: 'c_sicurezza',
      name: 'Sicurezza',
      questions: [
        question('q_cartelli', 'Stato dei cartelli', {
          type: 'single_choice',
          options: [
            { key: 'buono', label: 'Buono', score: 1 },
            { key: 'usurato', label: 'Usurato', score: 0.5 },
            { key: 'assente', label: 'Assente', score: 0, nc: true },
          ],
        }),
        question('q_versamenti', 'Il pozzetto è libero da versamenti?', {
          type: 'yes_no_na',
          nc: { severity: 'grave', require: ['note'], deadline_days: 15 },
        }),
        question('q_osservazioni', 'Osservazioni', { type: 'textarea', required: false, weight: 0 }),
      ],
    },
  ],
}
/** Makes a model and puts it in use; gives its id. */
export async function makeModel(admin: Api, model: object): Promise<number> {
  const { id, rev } = await admin.post('/inspection/model', model)
  await admin.put(`/inspection/model/${id}`, { status: 'active', rev })
  return id
}
