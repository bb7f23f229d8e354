import { banks } from '../../../src/contract/banks/banks.ts'
import { plain } from '../plain.ts'

export default plain(banks, {
  path: '/banks',
  table: 'banks',
  model: 'bank',
  read: 'banks.read',
  write: 'banks.write',
  get: true,
  files: true,
  toldBy: { bank_cards: ({ bank_id }) => [`bank ${bank_id}`] },
  writer: 'contabilita',
  stranger: 'rete',
  body: { name: 'Una banca', abi: '01234', cards: [{ kind: 'aziendale', number: '•••• 1' }] },
  change: { name: 'Un’altra banca', cards: [{ kind: 'aziendale', number: '•••• 2' }] },
  refused: { name: ['', 'Il campo Nome è obbligatorio.'], abi: ['12', 'Il codice ABI deve essere di 5 cifre.'] },
  screens: async (api) => {
    const [{ id }] = (await api.get('/banks')).data
    return [
      { name: 'banks', path: '/stazioni/banche' },
      { name: 'no banks found', path: '/stazioni/banche?search=zzzz' },
      { name: 'bank form', path: '/stazioni/banche?modulo=nuovo' },
      { name: 'bank', path: `/stazioni/banche/${id}` },
      { name: 'bank cards', path: `/stazioni/banche/${id}?scheda=carte` },
      { name: 'bank history', path: `/stazioni/banche/${id}?scheda=storico` },
      { name: 'bank pos', path: `/stazioni/banche/${id}?scheda=pos` },
      { name: 'bank files', path: `/stazioni/banche/${id}?scheda=file` },
    ]
  },
})
