import { type CardType, cardTypes } from '../../../src/contract/cards/words.ts'
import { formatItalianNumber } from '../../../src/contract/kernel/italian-number.ts'
import { maskedNumber } from '../../../src/rules/cards/card-checks.ts'
import { italianDay } from '../../../src/rules/shared/italian.ts'

export const cardPapers = { pin: 'Busta PIN', receipt: 'Ricevuta consegna tessere', letter: 'Lettera accompagnatoria' } as const
export type CardPaper = keyof typeof cardPapers
export interface PrintedCard {
  type: CardType
  number: string
  plate: string | null
  holder: string | null
  expires_at: string
  limit_day: number | null
  limit_month: number | null
  fuels: readonly string[]
  /** In clear, for its envelope alone. */
  pin?: string | undefined
}
export interface Recipient {
  denomination: string
  code: number
  address: string
  cap: string
  city: string
  province: string
  username: string | null
}
interface Sender {
  name: string
  address: string | null
  piva: string | null
  contacts: string | null
}
/** One page or more of a paper. */
export interface PaperPage {
  recipient: string
  title: string
  lines: string[]
  pin: string | null
  facts: [string, string][]
  cards: string[][]
  signed: boolean
  closing: string[]
}
const euro = (value: number) => `${formatItalianNumber(value)} €`
const recipientOf = ({ denomination, address, cap, city, province }: Recipient) =>
  `${denomination}\n${address}\n${cap} ${city} (${province})`
const rowOf = ({ number, type, plate, expires_at }: PrintedCard) => [
  maskedNumber(number),
  cardTypes[type],
  plate ?? '–',
  italianDay(expires_at),
]
const factsOf = (card: PrintedCard): [string, string][] => [
  ['Tessera', maskedNumber(card.number)],
  ['Tipo', cardTypes[card.type]],
  ...(card.plate ? [['Targa', card.plate] as [string, string]] : []),
  ...(card.holder ? [['Intestatario', card.holder] as [string, string]] : []),
  ['Valida fino al', italianDay(card.expires_at)],
]
const limitsOf = (card: PrintedCard): [string, string][] => [
  ...(card.limit_day === null ? [] : [['Plafond giornaliero', euro(card.limit_day)] as [string, string]]),
  ...(card.limit_month === null ? [] : [['Plafond mensile', euro(card.limit_month)] as [string, string]]),
  ['Carburanti ammessi', card.fuels.length ? card.fuels.join(', ') : 'Tutti'],
]
const delivered = (count: number) =>
  count === 1 ? 'è stata consegnata la seguente tessera' : `sono state consegnate le seguenti ${formatItalianNumber(count, 0)} tessere`
const plain = { pin: null, facts: [], cards: [], signed: false, closing: [] }

/** "Busta PIN": a page for each card, with its PIN and how to keep it. */
const pinPage = (to: Recipient, card: PrintedCard): PaperPage => ({
  ...plain,
  recipient: recipientOf(to),
  title: 'Codice personale della tessera',
  lines: ['Gentile Cliente,', `questo è il codice PIN della tessera ${maskedNumber(card.number)}.`],
  pin: card.pin ?? null,
  facts: factsOf(card),
  closing: [
    'Conservare il PIN separato dalla tessera e non comunicarlo a nessuno: il nostro personale non lo chiede mai. In caso di smarrimento o furto chiedere subito il blocco della tessera.',
  ],
})
/** "Ricevuta consegna tessere": the cards of a customer, with a line to sign. */
const receiptPage = (to: Recipient, cards: readonly PrintedCard[], today: string): PaperPage => ({
  ...plain,
  recipient: recipientOf(to),
  title: 'Ricevuta di consegna tessere',
  lines: [`Cliente ${to.code} ${to.denomination}`, `Il ${italianDay(today)} ${delivered(cards.length)}:`],
  cards: cards.map(rowOf),
  signed: true,
})
/** "Lettera accompagnatoria" of a card. */
const letterPage = (to: Recipient, card: PrintedCard, sender: Sender): PaperPage => ({
  ...plain,
  recipient: recipientOf(to),
  title: 'La tua tessera',
  lines: [
    'Gentile Cliente,',
    'inviamo in allegato la tessera richiesta. Per usarla presentarla al gestore o inserirla nell’accettatore, digitare il PIN ricevuto in busta separata e indicare, se richiesti, i chilometri.',
  ],
  facts: [...factsOf(card), ...limitsOf(card), ...(to.username ? [['Utente del portale clienti', to.username] as [string, string]] : [])],
  closing: [
    'In caso di smarrimento o furto avvisare subito l’assistenza: la tessera viene bloccata e riemessa.',
    ...(sender.contacts ? [`Assistenza clienti: ${sender.contacts}`] : []),
  ],
})

/** The pages of a paper for some customers with their cards, in that order. */
export function papersData(
  paper: CardPaper,
  groups: readonly { to: Recipient; cards: readonly PrintedCard[] }[],
  { sender, today }: { sender: Sender; today: string },
) {
  const pages = groups.flatMap(({ to, cards }) =>
    paper === 'receipt'
      ? [receiptPage(to, cards, today)]
      : cards.map((card) => (paper === 'pin' ? pinPage(to, card) : letterPage(to, card, sender))),
  )
  const about = [sender.address, sender.piva && `P.IVA ${sender.piva}`, sender.contacts].filter(Boolean).join('\n')
  return { title: cardPapers[paper], company: sender.name, sender: about || null, pages }
}
