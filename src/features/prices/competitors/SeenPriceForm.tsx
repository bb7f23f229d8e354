import { Button, Group, Select } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { competitorPrices } from '../../../contract/prices/competitor-prices.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { priceModes } from '../../../contract/stations/stations.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { useSend } from '../../../lib/query.ts'
import { NumberField } from '../../../ui/NumberField.tsx'

const modes = Object.entries(priceModes).map(([value, label]) => ({ value, label }))

/** Records a price that somebody saw at the competitor's station. */
export function SeenPriceForm({ id }: { id: number }) {
  const [fuel, setFuel] = useState<number | null>(null)
  const [mode, setMode] = useState<keyof typeof priceModes>('self')
  const [price, setPrice] = useState<number | null>(null)
  const { mutate, isPending } = useSend(competitorPrices.survey)
  const box = useId()
  // A double press can come before the button is disabled.
  const busy = useRef(false)
  const ready = fuel !== null && price !== null && price >= 0.3 && price <= 5
  return (
    <form
      aria-label="Prezzo rilevato"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready || busy.current) return
        busy.current = true
        mutate(
          { id, fuel_id: fuel, mode, price },
          {
            onSuccess: () => {
              setPrice(null)
              document.getElementById(box)?.focus()
            },
            onSettled: () => {
              busy.current = false
            },
          },
        )
      }}
    >
      <Group align="end" gap="xs">
        <LookupSelect label="Carburante rilevato" source={fuels.suggest} value={fuel} onChange={setFuel} w="11rem" />
        <Select
          label="Modalità"
          data={modes}
          value={mode}
          onChange={(value) => setMode(value as typeof mode)}
          allowDeselect={false}
          w="8rem"
        />
        <NumberField
          id={box}
          label="Prezzo (€)"
          decimals={3}
          automatic="zero"
          value={price ?? 0}
          onChange={(typed) => setPrice(typed === 0 ? null : typed)}
          error={price !== null && !Number.isNaN(price) && !ready && fuel !== null ? 'Tra 0,300 e 5,000 €' : undefined}
          w="9rem"
        />
        <Button type="submit" variant="default" disabled={!ready} loading={isPending}>
          Registra prezzo rilevato
        </Button>
      </Group>
    </form>
  )
}
