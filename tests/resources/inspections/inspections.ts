import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { inspections } from '../../../src/contract/inspections/inspections.ts'
import { BAD, begin, completed, GOOD } from '../../api/support/inspection-fixtures.ts'
import { known } from '../known.ts'
import { printed } from '../printed.ts'
import type { Scene } from '../scene.ts'
import { click } from '../screens.ts'

const closed = ({ ivan, model, station }: Scene) => completed(ivan, model, station, GOOD)

export default known(
  inspections,
  {
    list: {
      call: 'GET /inspection',
      policy: 'insp.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      facets: ['status', 'outcome', 'province', 'with_open_nc'],
      filters: {
        model_id: (row) => row.model_id,
        station_id: (row) => row.station.id,
        inspector_id: (row) => row.inspector.id,
        status: (row) => row.status,
        outcome: (row) => row.outcome,
        province: (row) => row.station.province,
        with_open_nc: (row) => row.nc_open > 0,
        from: (row) => row.date,
        to: (row) => row.date,
      },
    },
    get: { call: 'GET /inspection/{id}', policy: 'insp.read', scope: { asks: ({ inspection }) => ({ url: `/inspection/${inspection}` }) } },
    create: {
      call: 'POST /inspection',
      policy: 'insp',
      write: async ({ ivan, model, station, headers }) => {
        const body = { model_id: model, station_id: station, client_uuid: randomUUID(), answers: GOOD }
        return () => ivan.post('/inspection', body, headers)
      },
      leaves: 'creazione, inspections, named, inspection created',
    },
    update: {
      call: 'PUT /inspection/{id}',
      policy: 'insp',
      revised: true,
      write: async ({ ivan, model, station, headers }) => {
        const { id, rev } = await begin(ivan, model, station)
        return () => ivan.put(`/inspection/${id}`, { rev, answers: BAD, status: 'completed' }, headers)
      },
      leaves: 'modifica, inspections, named, inspection status, ticket created, non_conformity status',
      refusalKeeps: printed,
    },
    remove: {
      call: 'DELETE /inspection/{id}',
      policy: 'insp',
      write: async ({ ivan, model, station, headers }) => {
        const { id } = await begin(ivan, model, station)
        return () => ivan.del(`/inspection/${id}`, headers)
      },
      leaves: 'eliminazione, inspections, named, inspection deleted',
    },
    approve: {
      call: 'POST /inspection/{id}/approve',
      status: 200,
      policy: 'insp.approve',
      scope: { asks: ({ inspection }) => ({ url: `/inspection/${inspection}/approve` }), readersToo: true },
      write: async (scene) => {
        const { id } = await closed(scene)
        return () => scene.admin.post(`/inspection/${id}/approve`, undefined, scene.headers)
      },
      leaves: 'comando, inspections, named, inspection status',
    },
    reopen: {
      call: 'POST /inspection/{id}/reopen',
      status: 200,
      policy: 'super',
      refusalKeeps: printed,
      write: async (scene) => {
        const { id } = await closed(scene)
        return () => scene.admin.post(`/inspection/${id}/reopen`, { reason: 'Da rivedere' }, scene.headers)
      },
      leaves: 'comando, inspections, named, inspection status',
    },
    pdf: {
      call: 'GET /inspection/export/pdf/{id}',
      policy: 'insp.read',
      scope: { asks: ({ inspection }) => ({ url: `/inspection/export/pdf/${inspection}` }) },
    },
  },
  {
    history: { inspection: 'inspections' },
    rows: ({ db, admin }) =>
      db.execute(sql`update inspections set inspector_id = ${admin.user_id}, model_id = (select max(id) from inspection_models)
      where id = (select max(id) from inspections)`),
    screens: async (api) => {
      const [done] = (await api.get('/inspection?status=completed')).data
      return [
        { name: 'plan a verifica', path: '/verifiche?nuova=pianifica' },
        {
          name: 'start: model',
          path: '/verifiche?nuova=avvia',
          act: (page) => page.getByRole('dialog').getByText('Controllo breve').waitFor(),
        },
        {
          name: 'start: station',
          path: '/verifiche?nuova=avvia',
          act: async (page) => {
            await page.getByRole('dialog').getByRole('button', { name: 'Controllo breve' }).click()
            await page.getByRole('textbox', { name: 'Punto vendita' }).fill('PV')
            await page.getByRole('dialog').getByRole('button', { name: /^PV0/ }).first().waitFor()
          },
        },
        ...(done
          ? [
              { name: 'verifica read', path: `/verifiche/${done.id}` },
              { name: 'verifica read, all open', path: `/verifiche/${done.id}`, act: click('Apri tutte le sezioni') },
            ]
          : []),
      ]
    },
  },
)
