// Kept apart from the calls, so that a page that only shows a label does not load them.
export const orderStatuses = { created: 'Creato', paid: 'Pagato', issued: 'Emesso', sent: 'Inviato', cancelled: 'Annullato' } as const
export type OrderStatus = keyof typeof orderStatuses
export const orderKinds = { multiuso: 'Multiuso', monouso: 'Monouso' } as const
export type OrderKind = keyof typeof orderKinds
export const orderPayments = { bonifico: 'Bonifico', carta: 'Carta', contanti: 'Contanti', omaggio: 'Omaggio' } as const
export type OrderPayment = keyof typeof orderPayments
/** `expired` is not stored: it is an issued voucher whose order has expired. */
export const voucherStatuses = { issued: 'Emesso', used: 'Utilizzato', expired: 'Scaduto', voided: 'Annullato' } as const
export type VoucherStatus = keyof typeof voucherStatuses
/** Said to whoever redeems a voucher at one of several stations. */
export const NO_STATION = 'Indicare il punto vendita in cui il buono viene utilizzato.'
/** Whole euros. */
export const denominations = [5, 10, 20, 25, 50, 100] as const
export type Denomination = (typeof denominations)[number]
/** The most vouchers of one denomination in an order. */
export const MAX_QUANTITY = 5_000
/** How a sending ended: left, written as a file without a mail server, or refused by the server. */
export const sendingOutcomes = { sent: 'Inviata', file: 'Non inviata: SMTP non configurato', failed: 'Non riuscita' } as const
export type SendingOutcome = keyof typeof sendingOutcomes
