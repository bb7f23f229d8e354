import type { ResourceName } from '../../../src/contract/kernel/resource-names.ts'
import { cards } from './records/cards.ts'
import { equipment } from './records/equipment.ts'
import { network } from './records/network.ts'
import { office } from './records/office.ts'
import { people } from './records/people.ts'
import { settings } from './records/settings.ts'
import type { Subject, Subjects, Told } from './subject.ts'
import { cardsTold } from './told/cards.ts'
import { equipmentTold } from './told/equipment.ts'
import { networkTold } from './told/network.ts'
import { officeTold } from './told/office.ts'
import { peopleTold } from './told/people.ts'
import { settingsTold } from './told/settings.ts'
import { tanksTold } from './told/tanks.ts'

const records = { ...settings, ...equipment, ...network, ...people, ...cards, ...office } satisfies Subjects
type Compared = keyof typeof records
/** What each surface must show: a record without its pairs does not compile. */
const pairs: Readonly<Record<Compared, Told>> = {
  ...settingsTold,
  ...equipmentTold,
  ...tanksTold,
  ...networkTold,
  ...peopleTold,
  ...cardsTold,
  ...officeTold,
}
export interface Compare extends Subject {
  name: string
  told: Told
}
export const compared: readonly Compare[] = (Object.keys(records) as Compared[]).map((name) => ({
  name,
  ...(records[name] as Subject),
  told: pairs[name],
}))
/** Those of which something is shown here, each with its name first for a table of tests. */
export const withPairs = <K extends keyof Told>(surface: K) =>
  compared.flatMap((one) => (one.told[surface] ? [[one.name, one, one.told[surface] as NonNullable<Told[K]>] as const] : []))

const ROWS = 'its rows are those of another resource'
const COMMAND = 'a command or a file: it has no record that is shown'
const OWN = (file: string) => `a page of its own kind: ${file}`
/** Why the others are not here: a resource that is in neither does not compile. */
export const elsewhere: Readonly<Record<Exclude<ResourceName, Compared>, string>> = {
  auth: COMMAND,
  second_factor: COMMAND,
  cash_funds: 'the part "Fondo cassa" of a management',
  remuneration: 'the part "Remunerazione" of a management',
  station_acl: OWN('tests/screens/stations/access.test.tsx'),
  station_import: COMMAND,
  station_notes: OWN('tests/screens/stations/notes.test.tsx'),
  station_report: OWN('tests/screens/stations/report.test.tsx'),
  'cover-images': COMMAND,
  detailed_openings: OWN('tests/screens/stations/hours.test.tsx'),
  station_files: COMMAND,
  commands: COMMAND,
  pieces: ROWS,
  qr: OWN('tests/screens/stations/tickets-and-qr.test.tsx'),
  'data-query': OWN('tests/screens/overview/data-query.test.tsx'),
  sync: COMMAND,
  duplicates: ROWS,
  'customer-data': COMMAND,
  'person-data': COMMAND,
  'useful-contacts': OWN('tests/screens/content/contacts.test.tsx'),
  'contact-containers': OWN('tests/screens/content/contacts.test.tsx'),
  'contact-items': OWN('tests/screens/content/contacts.test.tsx'),
  'support-documents': OWN('tests/screens/content/drivers.test.tsx'),
  communications: ROWS,
  'communications-ctrl': 'the same list as messages, with one column more',
  product_import: COMMAND,
  card_import: COMMAND,
  card_papers: COMMAND,
  prices: OWN('tests/screens/prices/station-prices.test.tsx'),
  'inspection-send': COMMAND,
  'inspection-files': COMMAND,
  'inspection-pdfs': COMMAND,
  'inspection-offline': COMMAND,
  'non-conformities': 'a part of a verifica: tests/screens/inspections/read-inspection.test.tsx',
  rescue: COMMAND,
  mimit: COMMAND,
  jobs: OWN('tests/screens/overview/jobs.test.tsx'),
  bulk: COMMAND,
  history: OWN('tests/screens/overview/history.test.tsx'),
  saved_views: COMMAND,
  payrolls: OWN('tests/screens/people/pay.test.tsx'),
  cuds: OWN('tests/screens/people/pay.test.tsx'),
  devices: OWN('tests/screens/people'),
  mails: OWN('tests/screens/notifications/mails.test.tsx'),
  settings: OWN('tests/screens/overview/company.test.tsx'),
  retention: OWN('tests/screens/overview/retention.test.tsx'),
  counters: COMMAND,
  system: OWN('tests/screens/overview/system.test.tsx'),
  'ticket-drafts': COMMAND,
  'ticket-offline': COMMAND,
  'ticket-send': COMMAND,
  notifications: COMMAND,
  app_stations: COMMAND,
  dashboard: OWN('tests/screens/overview/dashboard.test.tsx'),
  'ecommerce-carts': COMMAND,
  exports: COMMAND,
  'gpl-modules': COMMAND,
  price_pdfs: COMMAND,
  search: COMMAND,
  station_directory: OWN('tests/screens/stations/directory.test.tsx'),
  'tickets-presence': COMMAND,
}
