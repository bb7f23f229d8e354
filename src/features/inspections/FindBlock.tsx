import { Button } from '@mantine/core'
import { useState } from 'react'
import { BLOCK_PREFIX, type EquipmentSource } from '../../contract/inspections/labels.ts'
import { parseLabelCode, withoutAddress } from '../../rules/equipment/label-code.ts'
import { part } from '../../ui/part.tsx'
import type { Step } from './steps.ts'

const CodeScanner = part(() => import('../../ui/CodeScanner.tsx').then((m) => m.CodeScanner))

const fold = (text: string) => text.trim().toUpperCase()
/**
 * The first step about the piece of equipment that a code names: one of ours, which stands on its label, or its number, alone or among other things (a link,
 * a maker's label); -1 for none.
 */
export function stepOfCode(steps: readonly Step[], code: string): number {
  const ours = parseLabelCode(code)
  if (ours) {
    const prefix = BLOCK_PREFIX[ours.kind as EquipmentSource]
    const of = steps.findIndex(({ asked }) => !!prefix && asked.some(({ block }) => block.id === `${prefix}-${ours.id}`))
    // A text that looks like one of our codes may be the number on a plate.
    if (of >= 0) return of
  }
  const words = fold(code).split(/[^A-Z0-9-]+/)
  const about = (test: (number: string) => boolean) =>
    steps.findIndex(({ asked }) => asked.some(({ block }) => block.row?.number && test(fold(block.row.number))))
  const exact = about((number) => number === fold(code))
  return exact >= 0 ? exact : about((number) => words.includes(number))
}

/** In a section repeated for each piece of equipment: the camera finds the piece by its code. */
export function FindBlock({ steps, onFound }: { steps: Step[]; onFound: (at: number) => void }) {
  const [scanning, setScanning] = useState(false)
  const [unknown, setUnknown] = useState<string>()
  return (
    <>
      <Button variant="default" w="fit-content" onClick={() => setScanning(true)}>
        Trova con la fotocamera
      </Button>
      {scanning && (
        <CodeScanner
          title="Trova l’attrezzatura"
          error={unknown && `Nessuna attrezzatura di questa verifica ha il numero o il codice «${unknown}».`}
          onClose={() => setScanning(false)}
          onRead={(code) => {
            const at = stepOfCode(steps, code)
            setUnknown(at < 0 ? withoutAddress(code).slice(0, 60) : undefined)
            if (at < 0) return
            setScanning(false)
            onFound(at)
          }}
        />
      )}
    </>
  )
}
