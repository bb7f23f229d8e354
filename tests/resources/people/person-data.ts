import { personData } from '../../../src/contract/people/person-data.ts'
import { known } from '../known.ts'

const scope = 'by the reach of the record itself: person-data.test.ts'
const write = 'with all that is left: tests/api/people/person-data.test.ts'
const employee = '/managers/station-employee/{id}'

export default known(personData, {
  manager: { call: 'GET /managers/{id}/archive', policy: 'mgmt.reveal', scope },
  employee: { call: `GET ${employee}/archive`, policy: 'mgmt.reveal', scope },
  eraseManager: { call: 'POST /managers/{id}/erase', status: 204, policy: 'mgmt.write', scope, write },
  eraseEmployee: { call: `POST ${employee}/erase`, status: 204, policy: 'mgmt.write', scope, write },
})
