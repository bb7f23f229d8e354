import { percentile, type Row, row } from './table.ts'

/**
 * Compares the times of "password dimenticata" for known and unknown addresses, which must not tell them apart: medians, asked by turns in one run. The known
 * ones are demo accounts, some of which have used up their mails of the hour.
 */
export async function forgottenRows(engine: string, origin: string, each: number): Promise<Row[]> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const accounts = ['rete', 'contabilita', 'gestore', 'addetto', 'analisi']
  const ask = async (email: string) => {
    const from = performance.now()
    const answer = await fetch(`${origin}/api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`forgot-password answered ${answer.status}`)
    return performance.now() - from
  }
  for (let at = 0; at < each; at++) {
    const name = accounts[at % accounts.length]
    const asked = [
      ['known', `${name}@demo.example.it`],
      ['unknown', `${name}@ignoto.example.it`],
    ] as const
    // Whoever goes first has the caches colder.
    for (const [which, email] of at % 2 ? asked : asked.toReversed()) times[which].push(await ask(email))
  }
  const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
  console.error(`  ${engine}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`)
  const apart = Math.max(known / unknown, unknown / known)
  return [row(`forgotten password of a known address, against an unknown one, median, ${engine}`, known, 'ms', 1.1, 'ratio ≤', apart)]
}
