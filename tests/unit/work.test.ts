import { expect, test } from 'vitest'
import type { Listed } from '../../src/outbox/read.ts'
import { summaryOf } from '../../src/outbox/summary.ts'
import type { ItemState } from '../../src/outbox/types.ts'
import { workStateOf, worksOf } from '../../src/outbox/work.ts'
import { SAVED_WORDS } from '../../src/ui/SaveState.tsx'

type Saving = 'saving' | 'saved' | 'failed' | 'trial'
test.each<[steps: ItemState[], unqueued: boolean, saving: Saving, word: string]>([
  [[], false, 'saved', 'Inviato'],
  [['sent', 'sent'], false, 'saved', 'Inviato'],
  [[], true, 'saved', 'Salvato sul dispositivo'],
  [['sent'], true, 'saved', 'Salvato sul dispositivo'],
  [['sent', 'queued'], false, 'saved', 'In attesa di invio'],
  [['queued'], true, 'saved', 'In attesa di invio'],
  [['retry-wait', 'queued'], false, 'saved', 'In attesa di invio'],
  [['sending', 'queued'], true, 'saved', 'Invio in corso'],
  [['sending'], false, 'saving', 'Salvataggio…'],
  [['auth-wait', 'auth-wait'], false, 'saved', 'In attesa del tuo accesso'],
  [['needs-fix', 'queued'], true, 'saving', 'Da correggere'],
  [['conflict', 'queued'], false, 'saved', 'Modificato anche altrove'],
  [['quarantined'], false, 'saved', 'Da esportare'],
  [['queued'], true, 'saving', 'Salvataggio…'],
  [['needs-fix'], true, 'failed', 'NON salvato'],
  [[], true, 'trial', 'Anteprima'],
])('%j, changes beside them: %s, %s: %s', (states, unqueued, saving, word) => {
  expect(SAVED_WORDS[workStateOf({ steps: states.map((state) => ({ state })), unqueued, saving })]).toBe(word)
})

const item = (seq: number, lane: string, state: ItemState, label: string) =>
  ({
    ...{ id: `${seq}`, seq, lane, entity: lane.split(':')[1], state, label, userName: 'Ivan', createdAt: seq * 100, photos: [] },
    ...(state === 'sent' && { receipt: { status: 200, at: seq * 100 + 50 } }),
  }) as unknown as Listed
const draft = (key: string, title: string) => ({ user: 7, userName: 'Ivan', key, title, since: 5_000 })

test('the steps of a verifica are one thing, its unqueued changes too, and things are what is counted', () => {
  const works = worksOf(
    [
      item(3, 'inspection:b', 'conflict', 'Salvataggio: Controllo – PV2'),
      item(1, 'inspection:a', 'sent', 'Avvio: Controllo – PV1'),
      item(2, 'inspection:a', 'queued', 'Salvataggio: Controllo – PV1'),
      item(4, 'inspection:a', 'queued', 'Completamento: Controllo – PV1'),
      item(5, 'inspection:c', 'sent', 'Completamento: Nome: con due punti'),
    ],
    [draft('inspection:b', 'Controllo – PV2'), draft('inspection:d', 'Controllo – PV4')],
  )
  expect(works.map(({ entity, title, state, since, steps }) => [entity, title, state, since, steps.length])).toEqual([
    ['a', 'Controllo – PV1', 'queued', 200, 3],
    ['b', 'Controllo – PV2', 'conflict', 300, 1],
    ['c', 'Nome: con due punti', 'sent', 550, 1],
    ['d', 'Controllo – PV4', 'on-device', 5_000, 0],
  ])
  expect(summaryOf(works, 86_400_000 + 250)).toEqual({ unsent: 3, stuck: 1, old: 1 })
})
