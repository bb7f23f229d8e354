import { model_history } from '../../../server/db/schema/core/system.ts'
import { history } from '../../../src/contract/kernel/history.ts'
import { dayOf } from '../days.ts'
import { known } from '../known.ts'

export default known(
  history,
  {
    list: {
      call: 'GET /models/history',
      policy: 'history.read',
      scope: {
        finds: ({ id, pieces, noteId }) => [
          ...[`model=station_phones&model_id=${id}`, `model=station_detailed_openings&model_id=${id}`],
          ...['fire_extinguisher', 'oil_separator', 'station_device', 'dispenser', 'network_device'].map(
            (model) => `model=${model}&model_id=${pieces[model]!.id}`,
          ),
          `model=station_note&model_id=${noteId}`,
        ],
        only: 'net.write',
      },
      filters: {
        model: (row) => row.model,
        model_id: (row) => row.model_id,
        management_id: ({ model, model_id, old, new: made }) =>
          model === 'management'
            ? model_id
            : ['cash_fund', 'remuneration', 'management_obligation'].includes(model)
              ? (made ?? old)?.management_id
              : undefined,
        event: (row) => row.event,
        user_id: (row) => row.user?.id,
        field: ({ old, new: made }) =>
          Object.keys({ ...old, ...made }).filter((name) => JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null)),
        from: (row) => dayOf(row.created_at),
        to: (row) => dayOf(row.created_at),
      },
    },
    get: {
      call: 'GET /models/history/{id}',
      policy: 'history.read',
      scope: { asks: ({ change }) => ({ url: `/models/history/${change}` }), only: 'net.write' },
    },
    revert: {
      call: 'POST /models/history/{id}/revert',
      status: 200,
      policy: 'history.read',
      scope: {
        asks: ({ change, pieces: { fire_extinguisher } }) => ({
          url: `/models/history/${change}/revert`,
          body: { fields: ['location'], rev: fire_extinguisher!.rev },
        }),
        only: 'net.write',
      },
      write: async (scene) => {
        const { id, rev } = (await scene.admin.post('/banks', { name: 'Banca di prova' })).body.data
        await scene.admin.put(`/banks/${id}`, { rev, note: 'dopo' })
        const [{ id: change }] = (await scene.admin.get(`/models/history?model=bank&model_id=${id}`)).body.data.data
        return () => scene.admin.post(`/models/history/${change}/revert`, { fields: ['note'], rev: rev + 1 }, scene.headers)
      },
      leaves: 'ripristino, banks, named, bank restored',
    },
  },
  {
    rows: ({ db, admin, ivan, ago }) => {
      const change = (model: string, model_id: number, event: string, days: number, user_id = ivan.user_id) => ({
        ...{ model, model_id, event, user_id, old: { name: 'a' }, new: { name: 'b' } },
        created_at: ago(days),
      })
      const cash = (model_id: number, management_id: number) => ({
        ...change('cash_fund', model_id, 'created', 3),
        old: null,
        new: { management_id },
      })
      return db
        .insert(model_history)
        .values([
          ...[change('bank', 1, 'updated', 9), change('bank', 2, 'created', 4), change('card', 1, 'updated', 0, admin.user_id)],
          ...[change('management', 1, 'updated', 2), change('management', 2, 'updated', 1), cash(2, 1), cash(1, 2)],
        ])
    },
  },
)
