-- What a key once stood for, and what was answered, stays for 400 days (KEEP_KEYS_DAYS): the answer is added once, by the transaction that claimed the key.
CREATE FUNCTION "idempotency_keys_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '400 days' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.status IS NULL AND NEW.status IS NOT NULL
		AND (NEW.id, NEW.user_id, NEW.key, NEW.fingerprint, NEW.created_at) = (OLD.id, OLD.user_id, OLD.key, OLD.fingerprint, OLD.created_at) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'idempotency_keys is append-only: % of key % of user %', TG_OP, OLD.key, OLD.user_id;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "idempotency_keys_stay" BEFORE UPDATE OR DELETE ON "idempotency_keys" FOR EACH ROW EXECUTE FUNCTION "idempotency_keys_stay"();
