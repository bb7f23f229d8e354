-- Whoever listens is told, when a transaction is committed, that something has changed: "people" (who may sign in, and as what) or "data" (what answers are made of).
-- A new table needs its trigger too; tests/api/changes.test.ts names the few that have none.
CREATE FUNCTION "tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', TG_ARGV[0]);
	RETURN NULL;
END;
$$;--> statement-breakpoint
DO $$
DECLARE
	place name;
BEGIN
	FOR place IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
		IF place IN ('users', 'sessions', 'access_tokens') THEN
			EXECUTE format('CREATE TRIGGER "tell_people" AFTER UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"(''people'')', place);
		ELSIF place NOT IN ('links', 'login_attempts', 'known_devices', 'devices', 'activity_log', 'model_history', 'idempotency_keys', 'counters') THEN
			EXECUTE format('CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"(''data'')', place);
		END IF;
	END LOOP;
END;
$$;--> statement-breakpoint
-- A sign-in writes its time beside the person: that is in no answer that is told from an older one.
CREATE TRIGGER "tell_data" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "name", "email", "roles", "permissions", "fiscalCode", "enabled", "phone", "all_stations", "deleted_at" ON "users" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');
