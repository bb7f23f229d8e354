import { ecommerceCategories } from '../../contract/shop/categories.ts'
import { ecommerceOrders, orderStatuses } from '../../contract/shop/orders.ts'
import { ecommerceProducts } from '../../contract/shop/products.ts'
import { ecommerceTags } from '../../contract/shop/tags.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const shopHistory = {
  ecommerce_product: { name: 'Articolo', update: ecommerceProducts.update, labels: { image_320: 'Foto', movement: 'Movimento' } },
  ecommerce_category: { name: 'Categoria di articoli', update: ecommerceCategories.update },
  ecommerce_tag: { name: 'Tag di articoli', update: ecommerceTags.update },
  ecommerce_order: {
    name: 'Ordine',
    update: ecommerceOrders.update,
    labels: {
      status: 'Stato',
      total: 'Totale',
      reason: 'Motivo',
      carrier: 'Corriere',
      tracking: 'Codice spedizione',
      receipt_note: 'Differenze',
      approved_at: 'Approvato il',
      approved_by: 'Approvato da',
    },
    words: { status: orderStatuses },
  },
} satisfies ModelHistories
