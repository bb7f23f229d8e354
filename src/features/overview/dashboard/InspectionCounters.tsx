import { counters } from '../../../contract/overview/counters.ts'
import { type Counted, countedWith, useWaitingAway } from '../../inspections/counted-here.ts'
import { Counter } from './Counter.tsx'

/** The verifiche that wait for the person, as the list of them shows them: what was begun or completed here counts before it is sent. */
export function InspectionCounters() {
  const waiting = useWaitingAway()
  return (
    <Counter
      source={counters.inspection}
      figures={(answer) => countedWith(answer as Counted, waiting)}
      names={{ drafts: 'Verifiche in compilazione', planned: 'Verifiche pianificate', open_nc: 'Verifiche con NC aperte' }}
      links={{
        drafts: { to: '/verifiche', search: { status: ['draft'] } },
        planned: { to: '/verifiche', search: { status: ['planned'] } },
        open_nc: { to: '/verifiche', search: { with_open_nc: true } },
      }}
      due={{ drafts: 'amber', open_nc: 'red' }}
    />
  )
}
