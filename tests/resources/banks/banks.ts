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
  body: { name: 'Una banca', cards: [{ kind: 'aziendale', number: '•••• 1' }] },
  change: { name: 'Un’altra banca', cards: [{ kind: 'aziendale', number: '•••• 2' }] },
  refused: { name: ['', 'Il campo Nome è obbligatorio.'], abi: ['12', 'Il codice ABI deve essere di 5 cifre.'] },
})
