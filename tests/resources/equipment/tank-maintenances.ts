import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../server/lib/files/files.ts'
import { tankMaintenances } from '../../../src/contract/equipment/tank-maintenances.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { sendPicture } from '../../api/support/note-fixtures.ts'
import { MAINTENANCE_FILES, maintenancePicture, newMaintenance, newTank } from '../../api/support/tank-fixtures.ts'
import { known } from '../known.ts'

const photo = await jpeg(7)

export default known(
  tankMaintenances,
  {
    list: {
      call: 'GET /stations/{id}/tanks/maintenances',
      policy: 'equip.read',
      scope: { asks: ({ id }) => ({ url: `/stations/${id}/tanks/maintenances` }) },
    },
    create: {
      call: 'POST /station/tanks/maintenances',
      policy: 'tanks.maintain',
      scope: {
        asks: ({ id }, of) => ({
          url: '/station/tanks/maintenances',
          body: { station_id: id, tank_id: of.pieces.tank!.id, type: 'altro', date: '2026-03-02', company: 'Ditta' },
        }),
      },
      write: async ({ admin, station, db, headers }) => {
        const tank_id = await newTank(db, station)
        const record = randomUUID()
        const photo = await maintenancePicture(admin, record)
        return () => newMaintenance(admin, tank_id, { uuid: record, photos: [photo] }, headers)
      },
      leaves: 'creazione, tank_maintenances, named, tank_maintenance created',
    },
    update: {
      call: 'PUT /station/tanks/maintenances/{uuid}',
      policy: 'tanks.maintain',
      scope: {
        asks: ({ maintenance }) => ({ url: `/station/tanks/maintenances/${maintenance.uuid}`, body: { rev: 1, company: 'Altra' } }),
      },
      revised: true,
      write: async ({ admin, station, db, headers }) => {
        const { uuid, rev } = (await newMaintenance(admin, await newTank(db, station))).body.data
        return () => admin.put(`/station/tanks/maintenances/${uuid}`, { rev, company: 'Altra S.r.l.' }, headers)
      },
      leaves: 'modifica, tank_maintenances, named, tank_maintenance updated',
    },
    remove: {
      call: 'DELETE /station/tanks/maintenances/{tankId}/{maintenanceId}',
      policy: 'tanks.maintain',
      scope: {
        asks: ({ pieces: { tank } }, of) => ({ url: `/station/tanks/maintenances/${tank!.id}/${of.maintenance.id}` }),
      },
      write: async ({ admin, station, db, headers }) => {
        const tank_id = await newTank(db, station)
        const { id } = (await newMaintenance(admin, tank_id)).body.data
        return () => admin.del(`/station/tanks/maintenances/${tank_id}/${id}`, headers)
      },
      leaves: 'eliminazione, tank_maintenances, named, tank_maintenance deleted',
    },
    upload: {
      call: 'POST /station/tanks/maintenances/files',
      policy: 'tanks.maintain',
      scope: {
        asks: ({ maintenance }) => ({
          url: '/station/tanks/maintenances/files',
          body: { uuid: randomUUID(), record: maintenance.uuid, sha256: sha256(photo), size: String(photo.length) },
          files: [{ name: 'foto.jpg', bytes: photo }],
        }),
        readersToo: true,
      },
      testedIn: 'tests/api/equipment/tanks.test.ts',
      write: async ({ admin, headers }) => {
        const bytes = await jpeg()
        const [uuid, record] = [randomUUID(), randomUUID()]
        return () => sendPicture(admin, record, bytes, { uuid }, headers, MAINTENANCE_FILES)
      },
      leaves: 'creazione, tank_maintenances, named',
    },
    picture: {
      call: 'GET /station/tanks/maintenances/files/{uuid}',
      policy: 'equip.read',
      scope: {
        asks: ({ maintenance }) => ({ url: `/station/tanks/maintenances/files/${maintenance.photo}` }),
      },
    },
  },
  {
    history: { tank_maintenance: 'tank_maintenances' },
    // The interventions on a tank are deleted with it.
    toldBy: { tank_maintenances: ({ id, tank_id }) => [`tank_maintenance ${id}`, `tank ${tank_id}`] },
  },
)
