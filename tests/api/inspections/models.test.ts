import { expect, test } from 'vitest'
import { inWorld } from '../support/world.ts'

const question = (key: string, more: object = {}) => ({ key, type: 'yes_no_na', label: `Domanda ${key}`, ...more })
const section = (key: string, questions: object[], more: object = {}) => ({ key, name: `Sezione ${key}`, questions, ...more })
const tree = () => [
  section('c_uno', [question('q_a'), question('q_b', { visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] } })]),
  section('c_due', [question('q_c')], { weight: 2 }),
]
const model = (code: string, more: object = {}) => ({ code, name: `Modello ${code}`, categories: tree(), ...more })

test('only inspectors and administrators reach the models', () =>
  inWorld(async ({ as }) => {
    for (const name of ['rete', 'stazione', 'solo.ticket']) {
      const caller = await as(name)
      expect((await caller.get('/inspection/model')).status, name).toBe(403)
      expect((await caller.post('/inspection/model', model('X'))).status, name).toBe(403)
      expect((await caller.get('/suggestions/models')).status, name).toBe(403)
      expect((await caller.get('/inspection/offline/models')).status, name).toBe(403)
      expect((await caller.get('/inspection/category?model=1')).status, name).toBe(403)
    }
  }))

test('a model is created, found, changed, cloned and deleted with the documented words', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const made = await ivan.post('/inspection/model', model('zz1', { description: '', minutes: 30 }))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      message: 'Modello creato',
      data: { code: 'ZZ1', status: 'draft', version: 0, used_count: 0, sections_count: 2, questions_count: 3, changed: true, rev: 1 },
    })
    const { id } = made.body.data
    expect(made.body.data.thresholds).toEqual({ ok: 85, warn: 70 })
    expect((await ivan.post('/inspection/model', model('ZZ1', { name: 'Altro' }))).body).toMatchObject({
      status: 422,
      error: { code: 'Il valore del campo Codice è già presente.' },
    })
    const page = await ivan.get('/inspection/model?search=modello zz1&status=draft&sort=-updated_at')
    expect(page.body.data).toMatchObject({ total: 1, current_page: 1, per_page: 15, data: [{ id, questions_count: 3 }] })
    expect((await ivan.get('/inspection/model?sort=colore')).body.error).toEqual({ sort: 'Ordinamento non valido.' })

    const changed = await ivan.put(`/inspection/model/${id}`, { minutes: 45, status: 'active', rev: 1 })
    expect(changed.body).toMatchObject({ message: 'Modello modificato', data: { minutes: 45, status: 'active', code: 'ZZ1', rev: 2 } })
    expect(changed.body.data.categories).toHaveLength(2)
    expect((await ivan.put(`/inspection/model/${id}`, { minutes: 50, rev: 1 })).body).toMatchObject({
      status: 409,
      error: 'Il record è stato modificato da un altro utente. Ricarica la pagina.',
      data: { minutes: 45, rev: 2 },
    })
    expect((await ivan.edit(`/inspection/model/${id}`, { status: 'draft' })).body.error).toBe(
      'Passaggio di stato non consentito: da "Attivo" a "Bozza".',
    )

    const clone = await ivan.post(`/inspection/model/${id}/clone`)
    expect(clone.status).toBe(201)
    expect(clone.body).toMatchObject({
      message: 'Modello clonato',
      data: { name: 'Copia di Modello zz1', code: 'ZZ1-2', status: 'draft', version: 0, minutes: 45 },
    })
    const [one, two] = clone.body.data.categories
    expect([one.name, two.weight]).toEqual(['Sezione c_uno', 2])
    expect(one.key).not.toBe('c_uno')
    const [a, b] = one.questions
    expect(a.key).not.toBe('q_a')
    expect(b.visible_if).toEqual({ all: [{ q: a.key, op: 'eq', value: 'no' }] })
    expect((await ivan.post(`/inspection/model/${id}/clone`)).body.data).toMatchObject({ code: 'ZZ1-3', name: 'Copia di Modello zz1 (2)' })

    const irene = await as('ispettore2')
    expect((await irene.del(`/inspection/model/${id}`)).status).toBe(403)
    expect((await ivan.del(`/inspection/model/${id}`)).status).toBe(204)
    expect((await ivan.del(`/inspection/model/${id}`)).status).toBe(204)
    expect((await ivan.get(`/inspection/model/${id}`)).status).toBe(404)
    expect((await ivan.post('/inspection/model', model('zz1', { name: 'Di nuovo' }))).status).toBe(201)
  }))

test('a tree that does not hold together is refused, and nothing of it is kept', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const refused = async (categories: object[], error: object) => {
      const answer = await ivan.post('/inspection/model', { code: 'BAD', name: 'Rotto', categories })
      expect(answer.body).toMatchObject({ status: 422, error })
    }
    const later = { all: [{ q: 'q_z', op: 'answered' }] }
    await refused([section('c_1', [question('q_y', { visible_if: later }), question('q_z')])], {
      q_y: 'La condizione fa riferimento a una domanda successiva.',
    })
    await refused([section('c_1', [question('q_y', { visible_if: later })])], {
      q_y: 'La condizione fa riferimento a una domanda che non esiste.',
    })
    await refused([section('c_1', [question('q_y')]), section('c_2', [question('q_y')])], { '': 'Due domande hanno la stessa chiave.' })
    const many = (n: number, of: (i: number) => object) => Array.from({ length: n }, (_, i) => of(i))
    await refused(
      many(41, (i) => section(`c_${i}`, [])),
      { categories: 'Un modello può avere al massimo 40 sezioni.' },
    )
    await refused(
      [
        section(
          'c_1',
          many(81, (i) => question(`q_${i}`)),
        ),
      ],
      {
        'categories.0.questions': 'Una sezione può avere al massimo 80 domande.',
      },
    )
    await refused(
      many(7, (s) =>
        section(
          `c_${s}`,
          many(72, (i) => question(`q_${s}_${i}`)),
        ),
      ),
      { '': 'Un modello può avere al massimo 500 domande.' },
    )
    expect((await ivan.get('/inspection/model?search=rotto')).body.data.total).toBe(0)
    const empty = await ivan.post('/inspection/model', { code: 'VUOTO', name: 'Vuoto' })
    expect((await ivan.edit(`/inspection/model/${empty.body.data.id}`, { status: 'active' })).body.error).toEqual({
      categories: 'Il modello non ha sezioni.',
    })
  }))

test('sections one by one: listed, added in place, moved, refused where another depends on them', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const { id, rev } = (await ivan.post('/inspection/model', model('SEZ'))).body.data
    const names = async () => (await ivan.get(`/inspection/category?model=${id}`)).body.data.map((s: { name: string }) => s.name)
    const added = await ivan.post('/inspection/category', { model: id, name: 'In mezzo', position: 1, questions: [question('q_m')] })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ message: 'Sezione creata', data: { model_id: id, position: 1, weight: 1 } })
    expect(await names()).toEqual(['Sezione c_uno', 'In mezzo', 'Sezione c_due'])
    for (const nowhere of [{}, { model: 999_999 }])
      expect((await ivan.post('/inspection/category', { ...nowhere, name: 'Di nessuno', questions: [] })).body).toMatchObject({
        status: 422,
        error: { model_id: 'Il valore selezionato per Modello non esiste.' },
      })
    const moved = await ivan.put(`/inspection/category/${added.body.data.id}`, { position: 0, rev: 1 })
    expect(moved.body).toMatchObject({ message: 'Sezione modificata', data: { position: 0, name: 'In mezzo', rev: 2 } })
    expect(await names()).toEqual(['In mezzo', 'Sezione c_uno', 'Sezione c_due'])
    expect((await ivan.put(`/inspection/category/${added.body.data.id}`, { name: 'Tardi', rev: 1 })).status).toBe(409)
    const [, uno, due] = (await ivan.get(`/inspection/category?model=${id}`)).body.data
    const needs = { all: [{ q: 'q_a', op: 'answered' }] }
    expect((await ivan.edit(`/inspection/category/${due.id}`, { visible_if: needs })).status).toBe(200)
    expect((await ivan.del(`/inspection/category/${uno.id}`)).body.error).toEqual({
      c_due: 'La condizione fa riferimento a una domanda che non esiste.',
    })
    expect(await names()).toHaveLength(3)
    expect((await ivan.del(`/inspection/category/${due.id}`)).status).toBe(204)
    expect((await ivan.get(`/inspection/category/${due.id}`)).status).toBe(404)
    expect((await ivan.get(`/inspection/category/${uno.id}`)).body.data.questions).toHaveLength(2)
    expect((await ivan.get(`/inspection/model/${id}`)).body.data.rev).toBeGreaterThan(rev)
  }))

test('a version is frozen once for each tree, and frozen keys keep their meaning', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const { id } = (await ivan.post('/inspection/model', model('VER'))).body.data
    const offline = async () => (await ivan.get('/inspection/offline/models')).body.data.find((m: { id: number }) => m.id === id)
    expect(await offline()).toBeUndefined()
    await ivan.edit(`/inspection/model/${id}`, { status: 'active' })
    const first = await offline()
    expect(first).toMatchObject({ version: 1, code: 'VER', definition: { code: 'VER', categories: [{ key: 'c_uno' }, { key: 'c_due' }] } })
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await offline()).toEqual(first)
    expect((await ivan.get(`/inspection/model/${id}`)).body.data).toMatchObject({ version: 1, changed: false })
    await ivan.edit(`/inspection/model/${id}`, { minutes: 10, color: 'red' })
    expect((await offline()).hash).toBe(first.hash)

    const [one, two] = tree()
    await ivan.edit(`/inspection/model/${id}`, { categories: [one] })
    expect(await offline()).toMatchObject({ version: 2 })
    expect((await ivan.edit(`/inspection/model/${id}`, { categories: [one, two] })).body.error).toEqual({
      q_c: 'La chiave «q_c» appartiene a una domanda eliminata: usarne una nuova.',
    })
    const other = section('c_uno', [{ ...question('q_a'), type: 'text' }])
    expect((await ivan.edit(`/inspection/model/${id}`, { categories: [other] })).body.error).toEqual({
      q_a: '«Domanda q_a»: il tipo di una domanda già usata non può cambiare, crearne una nuova.',
    })
    const suggested = (await ivan.get('/suggestions/models')).body.data.find((m: { id: number }) => m.id === id)
    expect(suggested).toEqual({ id, name: 'Modello VER', code: 'VER', version: 2, categories: 1, questions: 2, minutes: 10 })
    await ivan.edit(`/inspection/model/${id}`, { status: 'archived' })
    expect(await offline()).toBeUndefined()
  }))

test('the ready models can be imported once each', () =>
  inWorld(async ({ as, db }) => {
    await db.execute("update inspection_models set code = 'S' || id, name = 'S' || id, status = 'archived'")
    const ivan = await as('ispettore')
    const library = (await ivan.get('/inspection/model/library')).body.data
    expect(library.map((m: { code: string }) => m.code)).toEqual(['VPV', 'ANT', 'HACCP', 'GPL', 'PASS'])
    for (const { code, categories, questions } of library) {
      const made = await ivan.post(`/inspection/model/library/${code}`)
      expect(made.body, code).toMatchObject({
        message: 'Modello creato',
        data: { code, status: 'draft', sections_count: categories, questions_count: questions },
      })
      expect((await ivan.edit(`/inspection/model/${made.body.data.id}`, { status: 'active' })).status, code).toBe(200)
      expect((await ivan.post(`/inspection/model/library/${code}`)).status, code).toBe(422)
    }
    expect((await ivan.get('/inspection/model/library')).body.data.every((m: { model_id: number | null }) => m.model_id)).toBe(true)
    expect((await ivan.get('/inspection/offline/models')).body.data).toHaveLength(5)
    expect((await ivan.post('/inspection/model/library/NIENTE')).status).toBe(404)
  }))

test('a model names the category of its tickets and whom to tell; what is not there is refused, and no version is made of it', () =>
  inWorld(async ({ as }) => {
    const [ivan, employee] = [await as('ispettore'), await as('dipendente')]
    expect((await employee.get('/support/t/category')).status).toBe(403)
    expect((await employee.get('/support/notification-groups/lst')).status).toBe(403)
    const categories = (await ivan.get('/support/t/category?is_paginated=0')).body.data
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Impianto / Erogatori', 'Non conformità verifica', 'Altro']),
    )
    const groups = (await ivan.get('/support/notification-groups/lst')).body.data
    const { id } = (await ivan.post('/inspection/model', model('ZZ4', { status: 'active' }))).body.data
    const chosen = { ticket_category_id: categories[15].id, notification_group_id: groups[0].id }
    expect((await ivan.put(`/inspection/model/${id}`, { ...chosen, rev: 1 })).body.data).toMatchObject(chosen)
    for (const [field, name] of [
      ['ticket_category_id', 'Categoria ticket'],
      ['notification_group_id', 'Gruppo di notifica'],
    ])
      expect((await ivan.put(`/inspection/model/${id}`, { [field!]: 999_999, rev: 2 })).body).toMatchObject({
        status: 422,
        error: { [field!]: `Il valore selezionato per ${name} non esiste.` },
      })
    expect((await ivan.get(`/inspection/model/${id}`)).body.data).toMatchObject({ ...chosen, rev: 2 })
  }))
