-- PostgreSQL takes a lock for the whole server at the commit of whoever notifies; where nobody hears (server/lib/changes.ts) nothing is told.
CREATE OR REPLACE FUNCTION "tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('piazzale.hears', true) = 'yes' THEN
		PERFORM pg_notify('changes', TG_ARGV[0]);
	END IF;
	RETURN NULL;
END;
$$;
