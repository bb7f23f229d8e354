import { timingSafeEqual } from 'node:crypto'
import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import { canonicalJson } from '../../../src/rules/inspections/hash.ts'
import { contextFromServer, rowsByHand } from '../../../src/rules/inspections/station-context.ts'
import type { Db } from '../../lib/core/db.ts'
import { notAfter } from '../../lib/core/device-clock.ts'
import { installationSecret, signature } from '../../lib/core/installation-secret.ts'
import { problem } from '../../lib/core/problem.ts'

/**
 * A context goes out with a proof, and comes back from the device months later perhaps: what a verifica was judged by is what the server gave
 * (docs/decisions/015).
 */
const KEY = 'context_key'
/** Says of a context of that station that this server gave it: 22 characters. */
export async function contextSigner(db: Db): Promise<(station_id: number, context: StationContext) => string> {
  const key = await installationSecret(db, KEY)
  return (station_id, context) => signature(key, `${station_id}\n${canonicalJson(contextFromServer(context))}`).slice(0, 22)
}

const sameText = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
/**
 * The context to store of one a device sent. One marked as known needs a valid proof; one without a mark (older versions of the app)
 * is accepted where it equals the server's own.
 * @throws 422 for a context that was never given
 */
export async function acceptContext(
  db: Db,
  station_id: number,
  sent: StationContext,
  now: Date,
  own: () => Promise<StationContext>,
): Promise<StationContext> {
  const { origin } = sent
  if (origin?.kind === 'known') {
    if (!sameText(origin.proof ?? '', (await contextSigner(db))(station_id, sent)))
      throw problem.invalid({ context: UNPROVEN }, { code: 'context_unproven' })
    return { ...sent, origin: { ...origin, at: notAfter(origin.at, now) } }
  }
  if (!origin) {
    const mine = await own()
    if (canonicalJson(contextFromServer(sent)) === canonicalJson(contextFromServer(mine))) return mine
  }
  return { ...sent, origin: { kind: rowsByHand(sent).length ? 'by_hand' : 'unknown' } }
}
const UNPROVEN = 'Attrezzature e prezzi non sono quelli forniti dal server: aggiornare i dati offline.'
