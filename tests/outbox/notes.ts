import type { OfflineCopy } from '../../src/contract/kernel/offline-copy.ts'
import { maintenanceKind } from '../../src/features/equipment/tanks/maintenance-kind.ts'
import { noteKind } from '../../src/features/stations/notes-kind.ts'
import { confirmedAs, newCopy, queuedAs, typed } from '../../src/outbox/copy.ts'
import { laneOfCopy, sendCopy } from '../../src/outbox/copy-send.ts'
import type { PutRequest } from '../../src/outbox/put.ts'
import { draftKeyOf } from '../../src/outbox/rows.ts'
import type { Json, NewPhoto } from '../../src/outbox/types.ts'
import type { Device, Tab } from './device.ts'
import { bodyOf, type Intent, isOpen, type Oracle } from './oracle.ts'
import type { Rng } from './rng.ts'

/**
 * Kinds declared with `copyKind()`, run by the product's own code: the copy on the device is written first, then the item is queued. A note on a station has
 * a lane of its own; an intervention goes in the lane of its tank.
 */

const STATION = 5
const TANKS = [1, 2]
const FIELDS = ['n', 'fix', 'lane', 'text']
const asJson = (copy: OfflineCopy) => copy as unknown as Json

export interface People {
  rng: Rng
  device: Device
  oracle: Oracle
  newPhoto(): NewPhoto
  nextIntent(): number
  told(tab: Tab, intent: Intent): void
}

export function createNotes({ rng, device, oracle, newPhoto, nextIntent, told }: People) {
  const notes: { user: number; uuid: string; tank: number | undefined }[] = []

  /** A note begun, or changed while an earlier text of it waits, is on its way, has arrived or was refused. */
  async function note(tab: Tab): Promise<void> {
    const user = device.session!.user
    const own = notes.filter((one) => one.user === user)
    const known = own.length > 0 && rng.chance(own.length < 4 ? 0.6 : 0.95) ? rng.pick(own) : undefined
    const n = nextIntent()
    const uuid = known?.uuid ?? `n${n}`
    const tank = known ? known.tank : rng.pick([undefined, ...TANKS])
    if (!known) notes.push({ user, uuid, tank })
    const kind = tank ? maintenanceKind : noteKind
    const { picturesOf, unqueuedOf, read } = kind
    const key = laneOfCopy(kind, { station_id: STATION, uuid })
    const lane = tank ? `${kind.name}:${STATION}/cisterna-${tank}` : key
    const held = await tab.outbox.loadDraft(key)
    // From here to what is kept of the intent nothing comes between: a decision would give its correction the same number.
    const waiting = () => [...device.tables.items.values()].filter((item) => item.user === user && draftKeyOf(item) === key && isOpen(item))
    const refused = waiting().find(({ state }) => state === 'needs-fix')
    // A corrected note keeps its name. If more notes wait behind the refused one, the person decides in Invii, not here.
    if (refused && waiting().length > 1) return
    const intent = refused ? oracle.intents.get(bodyOf(refused).n)! : made(n, user, uuid, lane)
    const fix = refused ? Math.max(...intent.bodies.keys()) + 1 : 0

    const added = rng.chance(0.35) ? Array.from({ length: rng.int(1, 2) }, newPhoto) : []
    const before = held ? read(held.data) : fresh(uuid, lane, tank)
    const photos = [...before.values.photos.slice(rng.chance(0.2) ? 1 : 0), ...added.map(({ hash }) => hash)]
    const text = `${intent.n}/${fix} ${rng.next()}`
    intent.bodies.set(fix, { text, photos })
    oracle.intents.set(intent.n, intent)
    const files = { ...before.files, ...Object.fromEntries(added.map(({ hash, type }) => [hash, { hash, mime: type }])) }
    const written = apply({ ...before, files }, typed({ n: intent.n, fix, lane, text, photos }))
    const copy = apply(written, confirmedAs(kind.titleOf))

    /** In the product an outbox is one person's, and refuses once somebody else has signed in. */
    const asMe = () => {
      if (device.session?.user !== user) throw new Error('somebody else is here')
    }
    const save = async (data: OfflineCopy, revision: number, fresh: NewPhoto[]) => {
      asMe()
      const kept = picturesOf(data).filter((hash) => !fresh.some((photo) => photo.hash === hash))
      const result = await tab.outbox.saveDraft({
        key,
        data: asJson(data),
        photos: [...fresh, ...kept],
        revision,
        unqueued: unqueuedOf(data),
      })
      if ('saved' in result && !tab.dead) oracle.draftKept(result.saved)
      return 'saved' in result ? result.saved.revision : undefined
    }
    const revision = await save(copy, held?.revision ?? 0, added)
    // Another tab was quicker.
    if (revision === undefined) return
    // Refused since this look, or no longer: the product sends the text where it now belongs; here a correction keeps its name, so it is left for the next look.
    const still = (known: boolean) => {
      if (known !== !!refused) throw new Error('it has moved on')
    }
    const put = (request: PutRequest) => {
      asMe()
      still(false)
      intent.kind = request.endpoint === kind.calls.create ? 'note' : 'update'
      return tab.outbox.put(request)
    }
    // Meanwhile it may have been sent, or refused.
    const ahead = waiting().find(({ state }) => state === 'needs-fix')
    if (ahead?.id !== refused?.id || (refused && waiting().length > 1)) return
    const fixed: typeof tab.outbox.fix = (id, change) => {
      asMe()
      still(true)
      // Told that an earlier text had arrived already, the person sends the correction as well.
      if (refused?.lastError?.code === 'already_recorded') intent.again = true
      return tab.outbox.fix(id, change)
    }
    await sendCopy({ ...tab.outbox, put, fix: fixed }, kind.calls, copy)
    told(tab, intent)
    await save(apply(copy, queuedAs(copy)), revision, [])
  }
  const made = (n: number, author: number, entity: string, lane: string): Intent => ({
    ...{
      n,
      author,
      kind: 'note',
      entity,
      lane,
      confirmed: false,
      fix: 0,
      bodies: new Map(),
      again: false,
      discarded: false,
      after: undefined,
    },
  })
  const fresh = (uuid: string, lane: string, tank: number | undefined): OfflineCopy => ({
    ...newCopy(
      { station_id: STATION, place: 'PV007' },
      { ...Object.fromEntries(FIELDS.map((name) => [name, null])), lane, ...(tank && { tank_id: tank }), photos: [] },
    ),
    ...{ uuid, noted_at: '2026-11-20T08:00:00.000Z', changed: [...FIELDS, 'photos'] },
  })
  return { note: (tab: Tab) => void note(tab).catch(() => undefined), uuids: () => notes.map(({ uuid }) => uuid) }
}
const apply = (copy: OfflineCopy, change: ReturnType<typeof typed>): OfflineCopy => ({ ...copy, ...change(copy) })
