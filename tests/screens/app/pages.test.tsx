// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { onScreen } from '../support/world.tsx'

test('pages that other tests only pass by open under their names, also those of one record', () =>
  onScreen('admin', '/dashboard', async ({ open, address, db }) => {
    const [manager] = await db.select().from(managers).orderBy(managers.id).limit(1)
    const [article] = await db.select().from(ecommerce_products).orderBy(ecommerce_products.id).limit(1)
    for (const [path, name] of [
      ['/calendario-corsi-gpl', /^Calendario Corsi GPL/],
      ['/carte/logs', /^Log operazioni clienti/],
      ['/stazioni/manager', /^Gestori/],
      [`/stazioni/manager/${manager!.id}`, new RegExp(manager!.lastname)],
      ['/stazioni/manager/obblighi', /^Obblighi gestore/],
      ['/tickets/gruppi-di-notifica', /^Gruppi di Notifica/],
      ['/tickets/template-messaggi', /^Template email/],
      ['/intracommerce/articoli', /^Articoli/],
      [`/intracommerce/articoli/${article!.id}`, new RegExp(article!.name.replace(/\W/g, '.'))],
      ['/intracommerce/statistiche', /^Riepilogo Articoli/],
    ] as const) {
      await open(path)
      await screen.findByRole('heading', { level: 1, name })
      expect(address().split('?')[0]).toBe(path)
    }
  }))
