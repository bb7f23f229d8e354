import { checkSchema, isUnsent, nextSeq, signedInUser, storePhotos, unsentOfLane } from './rows.ts'
import { type Item, type Json, type NewPhoto, OutboxError, type Tx, type World } from './types.ts'
import { keepUnqueued } from './unqueued.ts'

export interface PutRequest {
  entity: string
  lane: string
  /** See `Item`. */
  of?: string | undefined
  endpoint: string
  input: Json
  /** Italian, for the list of unsent work: `Salvataggio: Controllo breve – PV007 Roma`, step before the colon, record after it. */
  label: string
  /** Photos the server must hold first: new ones with their bytes, or hashes of photos already stored here. */
  photos?: (string | NewPhoto)[]
  dependsOn?: string[]
  /** A later state of the same record: it replaces the last item of its lane, if that is replaceable too and was never attempted. */
  replaceable?: boolean
  /** Its draft is kept until the first attempt, so that its author may take it back out of the queue. */
  recallable?: boolean
  /** The draft this confirms: deleted in the same transaction, if it is still at this revision. */
  draft?: { key: string; revision: number }
}

/**
 * Puts one item in the queue. Resolves once item, photos and the deletion of the draft are durable in one transaction; only then may the
 * screen say "Salvato sul dispositivo". Rejects (OutdatedError, OutboxError or the database's error) with nothing stored, unless the
 * database lost its connection at the very commit.
 */
export async function put(world: World, request: PutRequest): Promise<Item> {
  const { entity, lane, endpoint, label } = request
  const session = signedInUser(world)
  const id = world.uuid()
  const input: Json = JSON.parse(JSON.stringify(request.input))
  const made: Item = {
    id,
    user: session.user,
    userName: session.name,
    entity,
    lane,
    ...(request.of !== undefined && { of: request.of }),
    seq: 0,
    endpoint,
    input,
    photos: [],
    dependsOn: [],
    label,
    state: 'queued',
    attempts: 0,
    createdAt: world.clock.wall(),
    superseded: [],
    schema: world.schema.version,
    ...(request.replaceable && { replaceable: true }),
  }

  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    const done = await itemOfPut(tx, id)
    if (done) return (await tx.get('items', done)) ?? { ...made, id: done, state: 'sent' }

    let undo: Item['undo']
    if (request.draft) {
      const draft = await tx.get('drafts', [session.user, request.draft.key])
      if (draft && draft.revision !== request.draft.revision)
        throw new OutboxError("La bozza è stata modificata in un'altra scheda: ricontrollarla prima di inviare.")
      undo = draft && { data: draft.data, revision: draft.revision }
      await tx.delete('drafts', [session.user, request.draft.key])
      await keepUnqueued(tx, { user: session.user, key: request.draft.key }, undefined)
    }
    const photos = await storePhotos(tx, world, session.user, request.photos ?? [])
    const dependsOn = request.dependsOn ?? []

    const tail = request.replaceable ? (await unsentOfLane(tx, session.user, lane)).at(-1) : undefined
    if (
      tail?.replaceable &&
      isUntried(tail) &&
      tail.endpoint === endpoint &&
      tail.entity === entity &&
      (await areEarlier(tx, dependsOn, tail))
    ) {
      const next = { ...tail, input, label, photos, dependsOn, schema: world.schema.version }
      await tx.put('items', next)
      await rememberPut(tx, id, tail.id)
      return next
    }
    const paused = await tx.get('meta', `pause:${session.user}`)
    const item: Item = {
      ...made,
      ...(request.recallable && undo && { undo }),
      seq: await nextSeq(tx),
      photos,
      dependsOn,
      state: paused ? 'auth-wait' : 'queued',
    }
    await tx.put('items', item)
    await rememberPut(tx, id, id)
    return item
  })
}

/** An item that replaces `tail` must not depend on `tail`, or on anything saved after it: it could wait for itself for ever. */
async function areEarlier(tx: Tx, ids: string[], tail: Item): Promise<boolean> {
  const others = await Promise.all(ids.map((id) => tx.get('items', id)))
  return others.every((other) => !other || !isUnsent(other) || other.seq < tail.seq)
}

/** Puts that are remembered. A repeat follows at once, so a few are enough. */
const REMEMBERED = 32
/**
 * The item that this put has become, if it is the repeat of a put whose commit succeeded but whose answer was lost. The items table alone
 * does not tell: the item may have replaced another, been replaced, or been sent and purged meanwhile.
 */
async function itemOfPut(tx: Tx, id: string): Promise<string | undefined> {
  return (await rememberedPuts(tx)).find(([put]) => put === id)?.[1]
}
async function rememberPut(tx: Tx, put: string, item: string): Promise<void> {
  const names = [...(await rememberedPuts(tx)), [put, item]].slice(-REMEMBERED)
  await tx.put('meta', { name: 'puts', value: names.map((pair) => pair.join('>')).join(' ') })
}
const rememberedPuts = async (tx: Tx) =>
  String((await tx.get('meta', 'puts'))?.value ?? '')
    .split(' ')
    .filter(Boolean)
    .map((pair) => pair.split('>'))

/** Never attempted, so the server cannot know it: its content may still change under the same key. */
const isUntried = ({ state, attempts, sealed }: Item) =>
  attempts === 0 && sealed === undefined && ['queued', 'retry-wait', 'auth-wait'].includes(state)
