import { cashFunds } from '../../../src/contract/people/cash-funds.ts'
import { makeCash, makeManagement } from '../../api/support/management-fixtures.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const make = async ({ admin, station }: Scene) => makeCash(admin, (await makeManagement(admin, station)).management.id)
/** Read-only roles of stations see no money: a place of theirs answers as one that is not there. */
const money = 'mgmt.fin'

export default known(
  cashFunds,
  {
    list: { call: 'GET /cash', policy: 'mgmt.read', scope: 'of one management: money.test.ts' },
    get: {
      call: 'GET /cash/{id}',
      policy: 'mgmt.read',
      scope: { only: money, asks: ({ cash: { id } }) => ({ url: `/cash/${id}` }) },
    },
    create: {
      call: 'POST /cash',
      policy: 'mgmt.fin',
      scope: {
        foreignStatus: 422,
        asks: ({ management }) => ({
          url: '/cash',
          body: { management_id: management.id, cashFundAmount: 10, cashFundDate: '2026-02-01' },
        }),
      },
      write: async (scene) => {
        const { management } = await makeManagement(scene.admin, scene.station)
        const body = { management_id: management.id, cashFundAmount: 10, cashFundDate: '2026-02-01' }
        return () => scene.admin.post('/cash', body, scene.headers)
      },
      leaves: 'creazione, cash_funds, named, cash_fund created',
    },
    update: {
      call: 'PUT /cash/{id}',
      policy: 'mgmt.fin',
      scope: { asks: ({ cash: { id, rev } }) => ({ url: `/cash/${id}`, body: { rev, note: 'Contato' } }) },
      revised: true,
      write: async (scene) => {
        const { id, rev } = await make(scene)
        return () => scene.admin.put(`/cash/${id}`, { rev, note: 'Contato' }, scene.headers)
      },
      leaves: 'modifica, cash_funds, named, cash_fund updated',
    },
    remove: {
      call: 'DELETE /cash/{id}',
      policy: 'mgmt.fin',
      scope: { asks: ({ cash: { id } }) => ({ url: `/cash/${id}` }) },
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.del(`/cash/${id}`, scene.headers)
      },
      leaves: 'eliminazione, cash_funds, named, cash_fund deleted',
    },
    upload: {
      call: 'POST /cash/{id}/upload',
      policy: 'mgmt.fin',
      scope: { asks: ({ cash: { id } }) => ({ url: `/cash/${id}/upload`, files: [paper] }) },
      write: async (scene) => {
        const { id } = await make(scene)
        return () => scene.admin.upload(`/cash/${id}/upload`, [paper], {}, scene.headers)
      },
      leaves: 'creazione, cash_funds, named',
    },
    file: { call: 'GET /cash/{id}/files/{fileId}', policy: 'mgmt.read', scope: 'as the movement' },
    removeFile: {
      call: 'DELETE /cash/{id}/files/{fileId}',
      policy: 'mgmt.fin',
      scope: 'as the movement',
      write: async (scene) => {
        const { id } = await make(scene)
        const [file] = (await scene.admin.upload(`/cash/${id}/upload`, [paper])).body.data
        return () => scene.admin.del(`/cash/${id}/files/${file.id}`, scene.headers)
      },
      leaves: 'eliminazione, cash_funds, named',
    },
    receipt: { call: 'GET /cash/{id}/receipt', policy: 'mgmt.read', scope: 'as the movement' },
  },
  { history: { cash_fund: 'cash_funds' } },
)
