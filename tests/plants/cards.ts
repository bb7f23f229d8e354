import { plants } from './list.ts'

const card = 'tests/screens/cards/cards.test.tsx'
const customer = 'tests/screens/cards/customers.test.tsx'
export const cards = [
  ...plants('src/features/cards/CardShow.tsx', card)(
    [
      'daily and monthly limit are swapped',
      "'Plafond giornaliero': amount(card.limit_day)",
      "'Plafond giornaliero': amount(card.limit_month)",
    ],
    ['points are the credit', '{ Punti: card.points_balance }', '{ Punti: card.credit_balance }'],
    ['valid from and expiry are swapped', "'Valida dal': day(card.valid_from)", "'Valida dal': day(card.expires_at)"],
    [
      'the PIN is renewed without a question',
      "if (await confirm({ title: 'Rigenerare il PIN?', message, confirm: 'Rigenera' })) renew({ id: card.id })",
      'renew({ id: card.id }); void message',
    ],
    ['"Sostituita da" leads to the card itself', "'Sostituita da': linkTo(card.replaced_by)", "'Sostituita da': linkTo(card.replaces)"],
    ['a foreign plate is not told', "card.foreign_plate ? ' (estera)' : ''", "''"],
  ),
  ...plants(
    'src/features/cards/StatusDialog.tsx',
    card,
  )(['blocking suspends', 'form.submit({ status: to } as never)', "form.submit({ status: 'suspended' } as never)"]),
  ...plants(
    'src/features/cards/CardTimeline.tsx',
    card,
  )(['the life of a card runs forward', 'b.at.localeCompare(a.at)', 'a.at.localeCompare(b.at)']),
  ...plants('src/features/cards/PlateDialog.tsx', card)(['the plate of now is left out', "{card.plate ?? 'nessuna'}", 'nessuna']),
  ...plants('src/features/cards/customers/CustomerShow.tsx', customer)(
    [
      'active cards and all cards are swapped',
      '`${customer.cards_active} su ${customer.cards_count}`',
      '`${customer.cards_count} su ${customer.cards_active}`',
    ],
    [
      'the last access is the last synchronisation',
      "(dayTime(customer.last_access_at) || 'Mai')",
      "(dayTime(customer.synced_at) || 'Mai')",
    ],
    ['the province is left out', '`${customer.city} (${customer.province})`', '`${customer.city}`'],
  ),
  ...plants(
    'src/contract/cards/duplicates.ts',
    customer,
  )(['a merged customer stays in the list', "touches: ['customers', 'cards', 'customer-logs']", "touches: ['cards', 'customer-logs']"]),
  ...plants('src/rules/cards/card-checks.ts', ['tests/api/cards/cards.test.ts', 'tests/api/core/days-at-the-border.test.ts'])(
    ['a card may end before it begins', 'expires_at < valid_from', 'false'],
    ['a card ends a month early', 'monthEnd(addMonths(valid_from, 36))', 'monthEnd(addMonths(valid_from, 35))'],
    ['a gpl card outlives its tank', 'tank && tank < yearly ? tank : yearly', 'yearly'],
    ['the limit of a day may be above that of the month', 'limit_day > limit_month', 'limit_day > limit_month * 31'],
  ),
]
export const coupons = [
  ...plants('src/features/coupons/VoucherDialog.tsx', ['tests/screens/app/codes.test.tsx', 'tests/screens/coupons/orders.test.tsx'])(
    ['the own station is not chosen', 'own?.length === 1 ? own[0]! : null', 'null'],
    ['a voucher that was used is called valid', "status === 'issued' ? 'Il buono è valido.'", "status ? 'Il buono è valido.'"],
  ),
  ...plants(
    'server/resources/coupons/vouchers.ts',
    'tests/api/coupons/coupons.test.ts',
  )(['a voucher is redeemed at a station of others', 'await needStation(context.db, context.user, station_id)', '']),
  ...plants('src/features/coupons/OrderShow.tsx', 'tests/screens/coupons/orders.test.tsx')(
    ['who the mail went to is who it goes to', '<Table.Td>{to}</Table.Td>', '<Table.Td>{emails}</Table.Td>'],
    ['the value of a row is that of one voucher', 'euro(totalCents([row]) / 100, 2)', 'euro(row.denomination, 2)'],
    ['stations of an order are left out', "one.stations.map(({ code, name }) => `${code} ${name}`).join(', ')", "'Tutta la rete'"],
  ),
  ...plants('src/features/coupons/DenominationGrid.tsx', 'tests/screens/coupons/orders.test.tsx')(
    [
      'a second denomination empties the first',
      'one === denomination ? quantity : quantityOf(one)',
      'one === denomination ? quantity : null',
    ],
    ['the total is that of one of each', 'totalCents(value) / 100', 'totalCents(value.map((one) => ({ ...one, quantity: 1 }))) / 100'],
  ),
  ...plants(
    'src/features/coupons/PaymentDialog.tsx',
    'tests/screens/coupons/orders.test.tsx',
  )(['a payment leaves the order unpaid', "status: 'paid', paid_at", "status: 'created', paid_at"]),
  ...plants('src/features/coupons/order.ts', 'tests/screens/coupons/orders.test.tsx')(
    ['the day of payment is that of the order', 'paid: order.paid_at', 'paid: order.created_at'],
    ['a sending that failed is called done', "state: failed ? 'error' : done", 'state: done'],
  ),
]
export const gpl = [
  ...plants('src/features/gpl/Participants.tsx', ['tests/screens/gpl/requests.test.tsx'])(
    ['ticking a second person unticks the first', '[...present, one.id]', '[one.id]'],
    ['unticking one unticks all', 'present.filter((other) => other !== one.id)', '[]'],
    ['plate and phone are swapped', '{one.plate} · {one.phone}', '{one.phone} · {one.plate}'],
    ['who is in it and how many fit are swapped', 'Iscritti {booked}/{seats}', 'Iscritti {seats}/{booked}'],
  ),
  ...plants('src/features/gpl/course.ts', ['tests/screens/gpl/requests.test.tsx'])([
    'a course ends before it begins',
    '`${start}–${end}`',
    '`${end}–${start}`',
  ]),
  ...plants('src/features/gpl/request.ts', 'tests/screens/gpl/requests.test.tsx')(
    ['an applicant has the surname twice', '`${lastname} ${name}`', '`${lastname} ${lastname}`'],
    ['the course is that of another hour', '`${day(course.date)} ${course.start}`', '`${day(course.date)}`'],
  ),
  ...plants(
    'src/contract/gpl/requests.ts',
    'tests/screens/gpl/requests.test.tsx',
  )(['the places of a course stay old', "touches: ['gpl-courses', 'cards', 'customers']", "touches: ['cards', 'customers']"]),
]
