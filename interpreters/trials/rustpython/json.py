# RustPython without its standard library has no json.
import sys


class json:
    @staticmethod
    def loads(text):
        return eval(text, {"true": True, "false": False, "null": None})

    @staticmethod
    def dumps(value, **options):
        if value is None or value is True or value is False:
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, str):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if isinstance(value, dict):
            return "{" + ",".join(json.dumps(name) + ":" + json.dumps(one) for name, one in value.items()) + "}"
        if isinstance(value, (list, tuple)):
            return "[" + ",".join(json.dumps(one) for one in value) + "]"
        return repr(value)
