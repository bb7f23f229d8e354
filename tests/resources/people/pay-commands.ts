import { payCommands } from '../../../src/contract/people/payrolls.ts'
import { known } from '../known.ts'

const scope = 'payslips are of the whole network'
export default known(payCommands, {
  payroll: { call: 'GET /commands/payroll', policy: 'payroll.admin', scope },
  cud: { call: 'GET /commands/cud', policy: 'payroll.admin', scope, testedIn: 'tests/api/people/pay-import.test.ts' },
})
