import { bulk as contract } from '../../../src/contract/kernel/bulk.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { validate } from '../../lib/core/input.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { bulkKind, bulkOf, valuesOf } from './bulk-kind.ts'

/** The action and the rows that are asked for, for who may do it. @throws Problem */
function asked(input: Parsed<typeof contract.start, never>, context: Context) {
  const of = bulkOf(input)
  const { read, action, call } = of
  for (const policy of [read.endpoint.policy, call.endpoint.policy, action.policy])
    if (!allows(policy, context.user)) throw problem.forbidden()
  if (!input.ids === !input.all) throw problem.unprocessable('Indica le righe scelte, oppure tutte.')
  // A wrong request is refused now, not by a job that fails.
  const search = validate(read.endpoint, { path: {}, query: input.search, body: {} })
  return { ...of, search }
}

const NONE = 'Con nessuna delle righe scelte è possibile.'

export default implement(contract, {
  async start(input, context) {
    const { name, action, search, preview } = asked(input, context)
    const values = valuesOf(action, input.values)
    if (action.values && !Object.keys(values).length) throw problem.unprocessable('Indica almeno un valore.')
    const foreseen = await preview?.(input.action, { ids: input.ids, search, values }, context)
    const [field] = Object.keys(values)
    if (typeof foreseen === 'object' && foreseen.none) throw field ? problem.invalid({ [field]: NONE }) : problem.unprocessable(NONE)
    const which = input.ids ? `${input.ids.length} ${input.ids.length === 1 ? 'riga' : 'righe'}` : 'tutti i risultati'
    return startJob(bulkKind, { ...input, values }, `${action.label} · ${name}, ${which}`, context)
  },
  async preview(input, context) {
    const { preview, search } = asked(input, context)
    // What is still to be filled in is no reason to say nothing of what is chosen.
    const foreseen = await preview?.(input.action, { ids: input.ids, search, values: input.values }, context)
    return { text: (typeof foreseen === 'object' ? foreseen.text : foreseen) ?? null }
  },
})
