import { plants } from './list.ts'

export const people = [
  ...plants('src/features/people/pay/AssignDialog.tsx', 'tests/screens/people/pay.test.tsx')(
    ['the month is sent as a text', 'set({ month: month === null ? null : Number(month) })', 'set({ month: month as never })'],
    ['the type chosen is not sent', "type && set({ type: type as BatchDocument['type'] })", 'undefined'],
    ['the company typed is not sent', 'set({ company: value })', 'set({})'],
    ['the document goes to who had it', 'onChange={(user_id) => set({ user_id })}', 'onChange={() => {}}'],
  ),
  ...plants('src/features/people/pay/Batch.tsx', 'tests/screens/people/pay.test.tsx')(
    [
      'publishing is not asked',
      "if (await confirm({ title: 'Pubblica', message, confirm: 'Pubblica' })) publish.mutate({ id })",
      'publish.mutate({ id }); void message',
    ],
    ['"Elimina" deletes the whole upload', 'drop({ id: row.id }, row.source)', 'drop({ id }, row.source)'],
    ['"Scarica" opens another document', 'open.mutate({ id: row.id })', 'open.mutate({ id })'],
    [
      'published and downloaded are swapped',
      '`${published} pubblicati, ${downloaded} scaricati`',
      '`${downloaded} pubblicati, ${published} scaricati`',
    ],
  ),
  ...plants('src/features/people/pay/OwnDocuments.tsx', 'tests/screens/people/pay.test.tsx')(
    ['the years begin with the oldest', 'chosen : years[0]!', 'chosen : years.at(-1)!'],
    ['a chosen year shows all years', 'data.data.filter((one) => one.year === year)', 'data.data'],
    [
      'what was downloaded is called new',
      'one.first_downloaded_at ? (\n                  <StatusChip',
      '!one.first_downloaded_at ? (\n                  <StatusChip',
    ],
  ),
  ...plants('src/features/people/users/UserForm.tsx', 'tests/screens/people/users.test.tsx')(
    ['who is switched off stays on', "values.set('enabled', Number(currentTarget.checked))", "values.set('enabled', 1)"],
    ['rights that one may not give can be given', 'disabled: !mayGrant(me, value as K)', 'disabled: false'],
    ['one’s own rights can be changed', 'const own = record?.id === me.id', 'const own = false'],
  ),
  ...plants('src/features/people/users/UserShow.tsx', 'tests/screens/people/users.test.tsx')(
    ['the invitation goes to another person', 'mutate({ id: user.id })', 'mutate({ id: me.id })'],
    ['the last access is never', "dayTime(user.last_login_at) || 'Mai'", "'Mai'"],
    [
      'roles are shown as permissions',
      'Permessi: user.permissions.map((name) => permissionLabels[name])',
      'Permessi: user.roles.map((name) => roleLabels[name])',
    ],
  ),
  ...plants('src/features/people/managements/ManagementShow.tsx', 'tests/screens/people/managements.test.tsx')(
    ['"Cessa" renews', "asked?.what === 'end' && <EndDialog", "asked?.what === 'end' && <RenewDialog"],
    ['the contract runs from its end', 'dal ${day(one.from)}', 'dal ${day(one.expirationManager)}'],
  ),
  ...plants('src/features/people/managers/AccountPanel.tsx', 'tests/screens/people/managements.test.tsx')(
    ['"Allinea" aligns the manager of another record', 'onClick={() => mutate({ id })}', 'onClick={() => mutate({ id: station.id })}'],
    ['a wrong name is called right', "label={`${flags[name]}: ${account[name] ? 'sì' : 'no'}`}", 'label={`${flags[name]}: sì`}'],
  ),
  ...plants(
    'src/features/people/managements/wizard-steps.tsx',
    'tests/screens/people/managements.test.tsx',
  )(['the end of a contract is counted from a day that is being typed', 'if (!from || !isRealDay(from)) return', 'if (!from) return']),
  ...plants('src/rules/people/personal-data.ts', ['tests/api/people/managers.test.ts', 'tests/api/people/managements.test.ts'])(
    ['a fiscal code is shown whole', '`${text.slice(0, 3)}${DOTS}${text.slice(-2)}`', 'text'],
    ['an IBAN is shown whole', '`${text.slice(0, 4)} ${DOTS} ${text.slice(-4)}`', 'text'],
  ),
  ...plants('src/rules/people/remuneration.ts', 'tests/api/people/remuneration.test.ts')(
    ['the rate above the threshold counts from the first litre', 'Math.max(litres - threshold, 0)', 'litres'],
    ['the discount is added', '- discountLiter * discounted', '+ discountLiter * discounted'],
  ),
]
