import { pricePdfs } from '../../contract/prices/pdfs.ts'
import type { prices } from '../../contract/prices/prices.ts'
import { stations } from '../../contract/stations/stations.ts'
import { ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { PrintButton } from '../../crud/import/PrintButton.tsx'
import type { ListSearch } from '../../crud/list/list-search.ts'

const NO_STATION = 'Scegli il punto vendita.'

/** The button for the three PDFs of prices: the network as filtered in the list, or one station. */
export function PricePdfs({ search: { search, station_id, province, brand, fuel_id, stale } }: { search: ListSearch<typeof prices.list> }) {
  const papers = [
    {
      name: 'Riepilogo prezzi rete',
      description: 'I punti vendita dell’elenco, per provincia',
      source: pricePdfs.networkOn,
      input: { search, station_id, province, brand, fuel_id, stale },
    },
    { name: 'Cartello prezzi', description: 'Cifre grandi, da esporre', source: pricePdfs.signOn, input: {}, needs: NO_STATION },
    {
      name: 'Listino e storico',
      description: 'Prezzi, grafico e variazioni di 60 giorni',
      source: pricePdfs.historyOn,
      input: {},
      needs: NO_STATION,
    },
  ]
  return (
    <PrintButton
      title="Stampa dei prezzi"
      documents={papers}
      pick={({ value, onChange, error }) => (
        <ResourceSelect
          label="Punto vendita"
          required
          source={stations.suggest}
          say={(row) => `${row.code} ${row.name}, ${row.city} (${row.province})`}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
    >
      PDF
    </PrintButton>
  )
}
