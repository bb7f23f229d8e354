import { plants } from './list.ts'

export const content = [
  ...plants('src/features/content/communications/Recipients.tsx', 'tests/screens/content/communications.test.tsx')(
    [
      'read and confirmed are swapped',
      "<Table.Td>{dayTime(one.read_at) || '–'}</Table.Td>",
      "<Table.Td>{dayTime(one.ack_at) || '–'}</Table.Td>",
    ],
    ['"Non letta" shows all', "...(state && { state: state as 'unread' })", ''],
  ),
  ...plants('src/features/content/ContactContainer.tsx', 'tests/screens/content/contacts.test.tsx')(
    ['"Copia" copies the label', 'onClick={() => copy(value)}', 'onClick={() => copy(label)}'],
    ['a number is called by its label', '{value}\n            </Anchor>', '{label}\n            </Anchor>'],
  ),
  ...plants('server/resources/content/documents.ts', 'tests/api/content/documents.test.ts')(
    [
      'who was told of a document is told again',
      '.onConflictDoNothing()\n    .returning({ user_id: readers.user_id })\n  if (!fresh.length) return',
      '.onConflictDoUpdate({ target: [readers.document_id, readers.user_id], set: { told_at: now.toISOString() } })\n    .returning({ user_id: readers.user_id })\n  if (!fresh.length) return',
    ],
    ['a new version keeps its number', 'version: before.version + 1,', 'version: before.version,'],
  ),
  ...plants('server/resources/content/send-communication.ts', 'tests/api/content/communications.test.ts')(
    ['a correction is not called one', "(one.version > 1 ? 'Correzione: ' : '')", "''"],
    ['a communication goes out twice', 'isNull(recipients.delivered_at)],', '],'],
  ),
  ...plants(
    'src/rules/content/driver-files.ts',
    'tests/screens/content/drivers.test.tsx',
  )(['files of a station come first', 'Number(!!a.station) - Number(!!b.station)', 'Number(!!b.station) - Number(!!a.station)']),
]
export const shop = [
  ...plants('server/resources/shop/step-order.ts', 'tests/api/shop/orders.test.ts')(
    ['an order shipped in part keeps the total of all', 'tracking: tracking ?? null, ...totals }', 'tracking: tracking ?? null }'],
    ['what did not arrive needs no word', 'short.length && !receipt_note ?', '!short ?'],
    ['who shipped is not told what did not arrive', 'if (short.length) await tellShipper', 'if (!short) await tellShipper'],
  ),
  ...plants('src/rules/shop/order-rows.ts', [
    'tests/unit/order-rows.test.ts',
    'tests/screens/shop/order.test.tsx',
    'tests/api/shop/orders.test.ts',
  ])(
    ['a step down goes below the least quantity', 'quantity - step_qty < least ? 0 :', 'quantity - step_qty < 0 ? 0 :'],
    ['the tax is added in euro and not in cents', 'sum + Math.round(tax * 100)', 'sum + Math.round(tax)'],
    ['the least quantity is no whole step', 'Math.ceil(min_qty / step_qty) * step_qty', 'min_qty'],
  ),
  ...plants('src/features/shop/orders/OrderShow.tsx', ['tests/screens/shop/order.test.tsx'])(
    [
      '"Ordina di nuovo" empties the cart',
      '[...cart.get().rows.filter((row) => !rows.some((one) => one.product_id === row.product_id)), ...rows]',
      'rows',
    ],
    ['"Modifica" opens nothing', 'onEdit={() => setEditing(true)}', 'onEdit={() => {}}'],
    [
      'the first step is to cancel',
      "Number(a.to === 'cancelled') - Number(b.to === 'cancelled')",
      "Number(b.to === 'cancelled') - Number(a.to === 'cancelled')",
    ],
    ['who took a step is left out', "`${dayTime(step.at)}${step.user ? `, ${step.user.name}` : ''}`", '`${dayTime(step.at)}`'],
  ),
  ...plants('src/features/shop/cart-store.ts', ['tests/screens/shop/order.test.tsx'])(
    ['what was changed while the cart was sent is lost', 'if (sent && sent.changed_at !== cart.changed_at) return', ''],
    ['the cart stays after the order', 'keep({ cart: fresh(), synced: true, ordered: [', 'keep({ cart, synced: true, ordered: ['],
    ['a cart is not sent', 'timer = setTimeout(() => void push(), WAIT_MS)', ''],
  ),
  ...plants('server/resources/shop/step-order.ts', ['tests/api/shop/orders.test.ts', 'tests/api/notifications/who-is-told.test.ts'])(
    ['what is returned leaves the stock', 'moved(quantity, now)', 'moved(-quantity, now)'],
    ['low stock is told with each order', ' || stock + quantity <= reorder_point', ''],
    ['the last piece cannot be ordered', 'gte(ecommerce_products.stock, quantity)', 'gte(ecommerce_products.stock, quantity + 1)'],
  ),
  ...plants(
    'src/contract/shop/orders.ts',
    'tests/screens/shop/order.test.tsx',
  )(['the cart is shown after the order', "touches: [...touches, 'ecommerce-carts']", 'touches']),
]
