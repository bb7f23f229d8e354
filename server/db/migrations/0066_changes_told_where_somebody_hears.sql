-- The tables that came after migration 0046 called the function of their trigger where nobody hears, too.
DO $$
DECLARE
	tell record;
BEGIN
	FOR tell IN SELECT tgname, tgrelid::regclass AS place, pg_get_triggerdef(oid) AS made FROM pg_trigger
		WHERE tgfoid = 'tell_change'::regproc AND pg_get_triggerdef(oid) NOT LIKE '%piazzale.hears%' LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', tell.tgname, tell.place);
		EXECUTE replace(tell.made, 'FOR EACH STATEMENT EXECUTE', 'FOR EACH STATEMENT WHEN (current_setting(''piazzale.hears'', true) = ''yes'') EXECUTE');
	END LOOP;
END;
$$;
