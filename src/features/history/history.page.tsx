import { createFileRoute } from '@tanstack/react-router'
import { banks } from '../../contract/banks.ts'
import { fireExtinguishers } from '../../contract/fire-extinguishers.ts'
import { fuels } from '../../contract/fuels.ts'
import { history } from '../../contract/history.ts'
import { INSPECTION_STATUSES } from '../../contract/inspections.ts'
import { services } from '../../contract/services.ts'
import { priceModes, priceSources } from '../../contract/stations.ts'
import { listRoute } from '../../crud/crud-route.ts'
import { History } from '../../crud/History.tsx'
import type { ToldModels } from '../../crud/history-words.ts'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_signed/storico-modifiche')({ ...listRoute(history.list), component: HistoryPage })

/** What has a history, and what can be put back of it. */
const models: ToldModels = {
  bank: { name: 'Banca', update: banks.update, labels: { cards: 'Carte' } },
  fire_extinguisher: { name: 'Estintore', update: fireExtinguishers.update },
  fuel: { name: 'Carburante', update: fuels.update },
  available_service: { name: 'Servizio', update: services.update },
  price: {
    name: 'Prezzo',
    labels: { price: 'Prezzo', mode: 'Modalità', valid_from: 'Valido dal', source: 'Origine' },
    words: { mode: priceModes, source: priceSources },
  },
  inspection: { name: 'Verifica', labels: { status: 'Stato', score: 'Punteggio' }, words: { status: INSPECTION_STATUSES } },
  non_conformity: { name: 'Non conformità' },
  inspection_model: { name: 'Modello di verifica' },
  inspection_category: { name: 'Sezione di un modello' },
  settings: { name: 'Impostazioni' },
  station_note: { name: 'Appunto' },
}

/** All changes of what one works on, newest first (domain.md 0.5). */
function HistoryPage() {
  return (
    <Page title="Storico modifiche">
      <History models={models} />
    </Page>
  )
}
