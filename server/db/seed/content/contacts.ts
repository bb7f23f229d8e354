import type { ContactKind, contactIcons } from '../../../../src/contract/content/useful-contacts.ts'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import { numbered } from '../stations/stations.ts'

type Item = readonly [label: string, kind: ContactKind, value: string, note?: string]
interface Category {
  name: string
  icon: keyof typeof contactIcons
  roles?: RoleName[]
  containers: Readonly<Record<string, readonly Item[]>>
}
/** The directory of the demonstration; numbers and addresses are invented but those of emergencies. */
const directory: readonly Category[] = [
  {
    ...{ name: 'Emergenze', icon: 'emergenza' },
    containers: {
      'Numeri di emergenza': [
        ['Emergenza unica', 'telefono', '112'],
        ['Vigili del fuoco', 'telefono', '115'],
        ['Emergenza sanitaria', 'telefono', '118'],
      ],
      'Sversamenti e ambiente': [
        ['Pronto intervento ambientale 24 ore', 'telefono', '+390695550112', 'Comunicare codice P.V. e prodotto sversato.'],
        ['Arpa, emergenze', 'telefono', '+39025550118'],
        ['Cosa fare', 'testo', 'Chiudere le caditoie, fermare le erogazioni, avvisare il responsabile di rete.'],
      ],
    },
  },
  {
    ...{ name: 'Assistenza tecnica', icon: 'assistenza' },
    containers: {
      'Terminali self (OPT)': [
        ['Centralino 24 ore', 'telefono', '+390515550241', 'Tenere a portata di mano la matricola.'],
        ['Apertura chiamate', 'email', 'opt@assistenza.example.it'],
        ['Portale chiamate', 'link', 'https://assistenza.example.it/opt'],
      ],
      POS: [
        ['Help desk POS', 'telefono', '+390285550777', 'Serve il TML.'],
        ['Sostituzione terminali', 'email', 'pos@assistenza.example.it'],
      ],
      'Erogatori e cisterne': [
        ['Reperibile notturno', 'cellulare', '+393475550190', 'Dalle 20 alle 7 e nei festivi.'],
        ['Officina', 'telefono', '+390595550333'],
      ],
      Lavaggi: [['Assistenza impianti di lavaggio', 'telefono', '+390455550622', 'Lunedì–sabato, 8–18.']],
    },
  },
  {
    ...{ name: 'Ufficio', icon: 'ufficio' },
    containers: {
      Contabilità: [
        ['Contabilità punti vendita', 'telefono', '+390575550410'],
        ['Contabilità', 'email', 'contabilita@piazzale.example.it'],
        ['Posta certificata', 'pec', 'contabilita@pec.example.it'],
      ],
      Rete: [
        ['Responsabile di rete', 'cellulare', '+393395550145'],
        ['Ufficio rete', 'email', 'rete@piazzale.example.it'],
      ],
      'Buoni carburante e tessere': [['Ufficio buoni', 'telefono', '+390575550422', 'Lunedì–venerdì, 9–13.']],
      'Risorse umane': [['Paghe e presenze', 'email', 'personale@piazzale.example.it']],
    },
  },
  {
    ...{ name: 'Fornitori', icon: 'fornitore', roles: ['superAdmin', 'station', 'accounting', 'network_manager'] },
    containers: {
      Carburante: [
        ['Programmazione consegne', 'telefono', '+390105550301'],
        ['Deposito, reperibilità', 'cellulare', '+393355550388'],
      ],
      Energia: [['Guasti linea elettrica', 'telefono', '+390655550803', 'Serve il POD.']],
      Telefonia: [['Assistenza linee aziendali', 'telefono', '+390655550191']],
    },
  },
  {
    ...{ name: 'Enti', icon: 'ente' },
    containers: {
      'Agenzia delle Dogane e dei Monopoli': [['Ufficio delle dogane', 'pec', 'dogane@pec.example.it']],
      'Camera di commercio, ufficio metrico': [
        ['Ufficio metrico', 'telefono', '+390575550900'],
        ['Sede', 'indirizzo', 'Via dei Mille 12, 52100 Arezzo AR'],
      ],
      'Comune, SUAP': [['Sportello unico', 'pec', 'suap@pec.example.it']],
    },
  },
]

/** Rows of the useful contacts. */
export function seedContacts() {
  const placed = <T>(rows: readonly T[]) => rows.map((row, at) => ({ ...row, position: at + 1 }))
  const contact_categories = numbered(placed(directory.map(({ name, icon, roles = [] }) => ({ name, icon, roles }))))
  const contact_containers = numbered(
    directory.flatMap(({ containers }, at) => placed(Object.keys(containers).map((name) => ({ category_id: at + 1, name })))),
  )
  const groups = directory.flatMap(({ containers }) => Object.values(containers))
  const contact_items = numbered(
    groups.flatMap((items, at) => placed(items.map(([label, kind, value, note]) => ({ container_id: at + 1, label, kind, value, note })))),
  )
  return { contact_categories, contact_containers, contact_items }
}
