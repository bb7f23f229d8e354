import { Card, Title } from '@mantine/core'
import type { Inspection } from '../../contract/inspections/inspections.ts'
import { dayTime } from '../../lib/format.ts'
import { TYPED } from '../../rules/inspections/print-answer.ts'
import { ServerPhotos } from './ServerPhotos.tsx'

/** The notes of a verifica and its two closing signatures, or that one was refused and why. */
export function NotesAndSignatures({ notes, signatures }: Pick<Inspection, 'notes' | 'signatures'>) {
  return (
    <Card withBorder component="section">
      <Title order={2}>Note e firme</Title>
      <dl className="answers">
        <div>
          <dt>Note</dt>
          <dd className="preline">{notes ?? '–'}</dd>
        </div>
        {(['inspector', 'manager'] as const).map((who) => {
          const signature = signatures?.[who]
          if (!signature) return null
          return (
            <div key={who}>
              <dt>{who === 'inspector' ? 'Firma dell’ispettore' : 'Firma del gestore'}</dt>
              <dd>
                {signature.refused
                  ? `Rifiutata: ${signature.reason}`
                  : `${signature.name}, ${dayTime(signature.at)}${signature.typed ? TYPED : ''}`}
                <ServerPhotos label={`Firma di ${signature.name}`} uuids={signature.file ? [signature.file] : []} />
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}
