// @vitest-environment jsdom
import '../../setup-dom.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_PHOTOS } from '../../../src/contract/inspections/answers.ts'
import { type Editor, openEditor } from '../../../src/features/inspections/editor.ts'
import { filesInSlot, unlinkedFiles } from '../../../src/features/inspections/edits.ts'
import { inspectionKey, type LocalInspection, loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import type { Json } from '../../../src/outbox/types.ts'
import { model, section, station, yesNoNa } from './helpers.ts'

const definition = model([
  section('c_1', [
    yesNoNa('q_a'),
    { key: 'q_text', type: 'textarea', label: 'Testo' },
    { key: 'q_photo', type: 'photo', label: 'Foto', max: 30, gallery: true },
    { key: 'q_table', type: 'table', label: 'Tabella', rows: 'free', columns: [{ key: 'n', type: 'number', label: 'N' }] },
  ]),
])
const begun = (): LocalInspection => ({
  client_uuid: crypto.randomUUID(),
  user: 7,
  number: null,
  model: { id: 1, name: 'Prova', version: 1, hash: null },
  definition,
  station: { id: 1, code: 'PV001', name: 'Prova', city: 'Roma', province: 'RM' },
  context: station(),
  open: [],
  answers: {},
  signatures: {},
  present: null,
  notes: null,
  gps_start: null,
  started_at: new Date().toISOString(),
  rev: null,
  files: {},
  dirty: [],
  headDirty: false,
  queued: null,
  // Nothing is sent from here: what the queue does with a verifica is tested where there is a server.
  status: 'closing',
})
/** The same verifica in so many tabs. */
async function opened(tabs: number, of: Partial<LocalInspection> = {}) {
  const local = { ...begun(), ...of }
  await outbox().saveDraft({ key: inspectionKey(local.client_uuid), data: local as unknown as Json, revision: 0 })
  const kept = async () => (await loadLocal(local.client_uuid))!
  const { revision } = await kept()
  return { editors: Array.from({ length: tabs }, () => openEditor(local, revision)), kept }
}
let shot = 0
const picture = () => ({ bytes: new TextEncoder().encode(`foto ${shot++}`).buffer as ArrayBuffer, mime: 'image/jpeg' as const })
const PLACES = [
  ['q_a', 'photos'],
  ['q_photo', 'v'],
  ['q_a', 'nc'],
] as const

beforeAll(() => session.set({ user: { id: 7, name: 'Ivan', scope: ['inspection'], permissions: [] } as never, stamp: 's' }))
afterAll(() => session.set({ user: null }))

describe('nothing chosen or typed is lost, however fast it comes', () => {
  it('twenty-five photos chosen at once are twenty-five, in their order', async () => {
    const { editors, kept } = await opened(1)
    const uuids = await Promise.all(Array.from({ length: 25 }, () => editors[0]!.addPhoto('q_a', 'photos', picture())))
    const { local } = await kept()
    expect([...filesInSlot(local.answers.q_a, 'photos')]).toHaveMembers([...uuids])
    expect(new Set(uuids).size).toBe(25)
    expect(unlinkedFiles(local)).toEqual([])
  })
  it('no more than the question takes, and the one too many is refused in words, not put aside', async () => {
    const { editors, kept } = await opened(1)
    const added = await Promise.allSettled(Array.from({ length: 4 }, () => editors[0]!.addPhoto('q_photo', 'v', picture(), 3)))
    expect(added.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const { local } = await kept()
    expect(filesInSlot(local.answers.q_photo, 'v')).toHaveLength(3)
    expect(unlinkedFiles(local)).toEqual([])
    await expect(editors[0]!.addPhoto('q_photo', 'v', picture(), 3)).rejects.toThrow('Al massimo 3 foto.')
  })
  it('a picture and its place in the answer are on the device together, or neither is', async () => {
    const { editors, kept } = await opened(1)
    const seen: string[] = []
    const watched = vi.spyOn(outbox(), 'saveDraft').mockImplementation(async (save) => {
      const local = save.data as unknown as LocalInspection
      seen.push(`${Object.keys(local.files).length} files, ${filesInSlot(local.answers.q_a, 'photos').length} in the answer`)
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    })
    editors[0]!.answer('q_text', { v: 'già scritto' })
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(editors[0]!.addPhoto('q_a', 'photos', picture())).rejects.toThrow('Spazio quasi finito')
    watched.mockRestore()
    silence.mockRestore()
    expect(seen[0]).toBe('1 files, 1 in the answer')
    await editors[0]!.flush()
    const { local } = await kept()
    expect([local.answers.q_text?.v, local.answers.q_a, local.files]).toEqual(['già scritto', undefined, {}])
  })
  it('taken away, it comes back where it was', async () => {
    const { editors } = await opened(1)
    const [editor] = editors as [Editor]
    const [a, b, c] = [
      await editor.addPhoto('q_a', 'photos', picture()),
      await editor.addPhoto('q_a', 'photos', picture()),
      await editor.addPhoto('q_a', 'photos', picture()),
    ]
    const back = editor.removeFile('q_a', 'photos', b)
    expect(filesInSlot(editor.state.get().local.answers.q_a, 'photos')).toEqual([a, c])
    expect(unlinkedFiles(editor.state.get().local)).toEqual([])
    back()
    expect(filesInSlot(editor.state.get().local.answers.q_a, 'photos')).toEqual([a, b, c])
  })

  type Step = { tab: number; what: 'add' | 'remove' | 'mark' | 'type' | 'row' | 'severity' | 'flush' | 'wait'; at: number }
  const step: fc.Arbitrary<Step> = fc.record({
    tab: fc.nat(1),
    what: fc.constantFrom('add', 'add', 'add', 'remove', 'mark', 'type', 'row', 'severity', 'flush', 'wait'),
    at: fc.nat(8),
  })
  it('whatever is added, taken away, marked and typed in two tabs at once, the device ends with exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { editors, kept } = await opened(2)
        for (const editor of editors) editor.answer('q_a', ({ nc }) => ({ nc: nc ?? { severity: 'lieve' } }))
        const wanted = new Map<string, Set<string>>(PLACES.map((place) => [place.join(), new Set()]))
        const typed = ['', '']
        let rows = 0
        const working: Promise<unknown>[] = []
        for (const { tab, what, at } of steps) {
          const editor = editors[tab]!
          const [key, place] = PLACES[at % PLACES.length]!
          const here = wanted.get([key, place].join())!
          const shown = filesInSlot(editor.state.get().local.answers[key], place)
          const one = shown[at % (shown.length || 1)]
          if (what === 'add' && here.size < MAX_PHOTOS) working.push(editor.addPhoto(key, place, picture()).then((uuid) => here.add(uuid)))
          if (what === 'remove' && one && here.has(one)) {
            editor.removeFile(key, place, one)
            here.delete(one)
          }
          if (what === 'mark' && one && here.has(one)) {
            here.delete(one)
            working.push(editor.replacePhoto(key, place, one, picture()).then((uuid) => here.add(uuid)))
          }
          if (what === 'type') {
            typed[tab] += `${at} `
            editor.answer(tab ? 'q_photo' : 'q_a', ({ note }) => ({ note: `${note ?? ''}${at} ` }))
          }
          if (what === 'row') {
            rows++
            editor.answer('q_table', ({ v }) => ({ v: [...((v as { n: number }[]) ?? []), { n: rows }] }))
          }
          if (what === 'severity') editor.answer('q_a', ({ nc }) => ({ nc: { ...nc, severity: 'grave' } }))
          if (what === 'flush') working.push(editor.flush())
          if (what === 'wait') await new Promise((resolve) => setTimeout(resolve))
        }
        await Promise.all(working)
        for (const editor of [...editors, ...editors]) await editor.flush()
        const { local } = await kept()
        for (const [key, place] of PLACES)
          expect([...filesInSlot(local.answers[key], place)]).toHaveMembers([...wanted.get([key, place].join())!])
        expect(local.answers.q_a?.note ?? '').toBe(typed[0])
        expect(local.answers.q_photo?.note ?? '').toBe(typed[1])
        expect((local.answers.q_table?.v as unknown[]) ?? []).toHaveLength(rows)
        expect(unlinkedFiles(local)).toEqual([])
        for (const editor of editors) editor.close()
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})

describe('two tabs that queue the same verifica at once', () => {
  /** As a browser has them: in the order of asking, and no longer waited for once the signal says so. */
  const lines = new Map<string, Promise<unknown>>()
  const locks = {
    async request(name: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) {
      const given = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const before = lines.get(name)
      const turn = (async () => {
        await Promise.race([before, given])
        return run()
      })()
      lines.set(
        name,
        Promise.all([before, turn]).catch(() => undefined),
      )
      return turn
    },
  }
  beforeAll(() => Object.defineProperty(navigator, 'locks', { value: locks, configurable: true }))
  afterAll(() => Reflect.deleteProperty(navigator, 'locks'))

  /** The first tab is held where it has looked and not yet queued. */
  async function slow() {
    const { editors, kept } = await opened(2, { status: 'draft', rev: 1 })
    const [one, other] = editors as [Editor, Editor]
    const own = outbox()
    let go: (() => void) | undefined
    const list = vi.spyOn(own, 'list').mockImplementationOnce(async () => {
      list.mockRestore()
      const items = await own.list()
      await new Promise<void>((resolve) => {
        go = resolve
      })
      return items
    })
    one.answer('q_text', () => ({ v: 'prima' }))
    const first = one.sync()
    await vi.waitFor(() => expect(go).toBeDefined())
    const { local } = await kept()
    const texts = async () =>
      (await own.list())
        .filter(({ entity }) => entity === local.client_uuid)
        .map(({ input }) => (input as unknown as { answers: LocalInspection['answers'] }).answers.q_text?.v)
    return { one, other, first, go: go!, kept, texts }
  }

  it('the newer text is the last one', async () => {
    const { one, other, first, go, kept, texts } = await slow()
    other.answer('q_text', () => ({ v: 'dopo' }))
    const second = other.sync()
    let done = false
    void second.then(() => {
      done = true
    })
    // Where nothing holds it back it is through after a few of these.
    for (let turn = 0; turn < 300 && !done; turn++) await new Promise((resolve) => setTimeout(resolve))
    go()
    await Promise.all([first, second])
    expect((await texts()).at(-1)).toBe('dopo')
    expect((await kept()).local).toMatchObject({ dirty: [], answers: { q_text: { v: 'dopo' } } })
    for (const editor of [one, other]) editor.close()
  })

  it('a tab that does not let go is not waited for for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { other, go, first, texts } = await slow()
      other.answer('q_text', () => ({ v: 'dopo' }))
      const second = other.sync()
      await vi.advanceTimersByTimeAsync(10_000)
      await second
      expect(await texts()).toEqual(['dopo'])
      go()
      await first
    } finally {
      vi.useRealTimers()
    }
  })
})
