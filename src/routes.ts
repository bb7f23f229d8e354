import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** The whole address map: Italian path -> page. */
export const routes = rootRoute('app/root.tsx', [
  index('app/home.page.tsx'),
  layout('guest', 'app/guest-layout.tsx', [
    route('/login', 'features/auth/login.page.tsx'),
    route('/paghe-login', 'features/auth/payroll-login.page.tsx'),
    route('/auth/forgot-password', 'features/auth/forgot-password.page.tsx'),
    route('/auth/reset-password', 'features/auth/reset-password.page.tsx'),
    route('/auth/register', 'features/auth/register.page.tsx'),
  ]),
  layout('default', 'app/default-layout.tsx', [route('/privacy', 'features/auth/privacy.page.tsx')]),
  layout('signed', 'app/signed-layout.tsx', [
    route('/dashboard', 'features/dashboard/dashboard.page.tsx'),
    route('/dispositivi', 'features/devices/devices.page.tsx'),
    route('/impostazioni', 'features/settings/settings.page.tsx'),
    route('/logs', 'features/activity/activity.page.tsx'),
    route('/invii/', 'features/sending/sending.page.tsx'),
    route('/invii/$id', 'features/sending/conflict.page.tsx'),
    route('/stazioni/', 'features/stations/stations.page.tsx'),
    route('/stazioni/mappa', 'features/stations/map.page.tsx'),
    route('/stazioni/riepilogo-orari', 'features/stations/hours.page.tsx'),
    route('/stazioni/info', 'features/stations/directory.page.tsx'),
    route('/stazioni/importa', 'features/stations/import.page.tsx'),
    route('/stazioni/nuova', 'features/stations/station-new.page.tsx'),
    route('/stazioni/$id', 'features/stations/station.page.tsx'),
    route('/servizi', 'features/settings/services.page.tsx'),
    route('/stazioni/banche/{-$id}', 'features/banks/banks.page.tsx'),
    route('/storico-modifiche', 'features/history/history.page.tsx'),
    route('/storico-job/{-$id}', 'features/jobs/jobs.page.tsx'),
    route('/verifiche/modello', 'features/inspections/models/model.page.tsx'),
    route('/tickets/categorie', 'features/tickets/categories.page.tsx'),
    route('/utenti/{-$id}', 'features/users/users.page.tsx'),
    route('/utenti/profilo', 'features/profile/profile.page.tsx'),
    route('/verifiche/', 'features/inspections/inspections.page.tsx'),
    route('/verifiche/$id', 'features/inspections/inspection.page.tsx'),
  ]),
])
