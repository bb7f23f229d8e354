import { sql } from 'drizzle-orm'
import { inspectionModels } from '../../../src/contract/inspections/models.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const section = async ({ admin, model }: Scene) => (await admin.get(`/inspection/category?model=${model}`)).body.data[0]
const draftModel = async ({ admin }: Scene) =>
  (await admin.post('/inspection/model', { code: 'BOZZA', name: 'Bozza', categories: [] })).body.data

export default known(
  inspectionModels,
  {
    list: { call: 'GET /inspection/model', policy: 'insp', filters: { status: (row) => row.status } },
    get: { call: 'GET /inspection/model/{id}', policy: 'insp' },
    create: {
      call: 'POST /inspection/model',
      policy: 'insp.model.write',
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post(
            '/inspection/model',
            { code: 'NUOVO', name: 'Nuovo', categories: [{ key: 'c_1', name: 'Una', questions: [] }] },
            headers,
          ),
      leaves: 'creazione, inspection-models, named, inspection_model created',
    },
    update: {
      call: 'PUT /inspection/model/{id}',
      policy: 'insp.model.write',
      revised: true,
      write: async ({ admin, model, headers }) => {
        const { rev, categories } = (await admin.get(`/inspection/model/${model}`)).body.data
        const more = [...categories, { key: 'c_nuova', name: 'Nuova', questions: [{ key: 'q_n', type: 'yes_no', label: 'Nuova?' }] }]
        return () => admin.put(`/inspection/model/${model}`, { rev, name: 'Altro nome', categories: more }, headers)
      },
      leaves: 'modifica, inspection-models, named, inspection_model updated',
    },
    remove: {
      call: 'DELETE /inspection/model/{id}',
      policy: 'insp.model.write',
      write: async (scene) => {
        const { id } = await draftModel(scene)
        return () => scene.admin.del(`/inspection/model/${id}`, scene.headers)
      },
      leaves: 'eliminazione, inspection-models, named, inspection_model deleted',
    },
    clone: {
      call: 'POST /inspection/model/{id}/clone',
      policy: 'insp.model.write',
      write:
        async ({ admin, model, headers }) =>
        () =>
          admin.post(`/inspection/model/${model}/clone`, undefined, headers),
      leaves: 'creazione, inspection-models, named, inspection_model created',
    },
    library: { call: 'GET /inspection/model/library', policy: 'insp' },
    importReady: {
      call: 'POST /inspection/model/library/{code}',
      policy: 'insp.model.write',
      write: async ({ admin, db, headers }) => {
        const { data } = (await admin.get('/inspection/model/library')).body
        await db.execute(sql`update inspection_models set code = code || '-V', name = name || ' vecchio'`)
        return () => admin.post(`/inspection/model/library/${data[0].code}`, undefined, headers)
      },
      leaves: 'creazione, inspection-models, named, inspection_model created',
    },
    previewForm: {
      call: 'POST /inspection/model/xlsform',
      status: 200,
      policy: 'insp.model.write',
      write: 'writes nothing: tests/api/inspections/xlsform.test.ts',
    },
    form: { call: 'GET /inspection/model/{id}/xlsform', policy: 'insp' },
    suggest: { call: 'GET /suggestions/models', policy: 'insp' },
    offline: { call: 'GET /inspection/offline/models', policy: 'insp' },
    sections: { call: 'GET /inspection/category', policy: 'insp' },
    section: { call: 'GET /inspection/category/{id}', policy: 'insp' },
    addSection: {
      call: 'POST /inspection/category',
      policy: 'insp.model.write',
      write:
        async ({ admin, model, headers }) =>
        () =>
          admin.post('/inspection/category', { model_id: model, key: 'c_in_piu', name: 'In più', questions: [] }, headers),
      leaves: 'creazione, inspection-models, named, inspection_category created',
    },
    updateSection: {
      call: 'PUT /inspection/category/{id}',
      policy: 'insp.model.write',
      revised: true,
      write: async (scene) => {
        const { id, rev } = await section(scene)
        return () => scene.admin.put(`/inspection/category/${id}`, { rev, name: 'Altro titolo' }, scene.headers)
      },
      leaves: 'modifica, inspection-models, named, inspection_category updated',
    },
    removeSection: {
      call: 'DELETE /inspection/category/{id}',
      policy: 'insp.model.write',
      write: async (scene) => {
        await scene.admin.post('/inspection/category', {
          model_id: scene.model,
          key: 'c_resta',
          name: 'Resta',
          questions: [{ key: 'q_r', type: 'yes_no', label: 'R' }],
        })
        const { id } = await section(scene)
        return () => scene.admin.del(`/inspection/category/${id}`, scene.headers)
      },
      leaves: 'eliminazione, inspection-models, named, inspection_category deleted',
    },
  },
  {
    history: { inspection_model: 'inspection_models', inspection_category: 'inspection_categories' },
    toldBy: {
      inspection_models: ({ id }) => [`inspection_model ${id}`, 'inspection_category '],
      // Whoever moves a section moves those behind it.
      inspection_categories: ({ model_id }) => ['inspection_category ', `inspection_model ${model_id}`],
    },
    // A model is numbered when the first verifica of it begins.
    quiet: { inspection_models: { version: 0 } },
    rows: ({ db }) => db.execute(sql`update inspection_models set status = 'archived' where id = (select max(id) from inspection_models)`),
    screens: async (api) => {
      const [{ id }] = (await api.get('/inspection/model?status=active&sort=-updated_at')).data
      return [
        { name: 'model editor', path: `/verifiche/modello?id=${id}` },
        { name: 'model library', path: '/verifiche/modello?libreria=true' },
        {
          name: 'model editor, preview',
          path: `/verifiche/modello?id=${id}`,
          act: async (page) => {
            await page.getByRole('button', { name: 'Anteprima' }).click()
            await page.getByText('Punto vendita di esempio').first().waitFor()
          },
        },
      ]
    },
  },
)
