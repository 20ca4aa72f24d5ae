#!/usr/bin/env python3
"""Walks the faults: refuses each request to the kernel in turn, and says what comes of it.

Usage: walk.py PROGRAM MODES OUT.jsonl, in the surroundings of docs/findings-neo.md. PROGRAM is walk.c, compiled; MODES are some of mem,
phys, event and list, separated by commas. WITH_UR_PRELOAD is the path of libsoftware_xe.so, and WALK_WITH, if it is set, a
program that runs PROGRAM: tools/with-ur.sh.

First the program runs without a fault, and its log says which requests come when. Then it runs once for each request and error.
Each run is judged by itself: results, contents, objects and mappings in the log, descriptors and mappings of the process."""
import collections, concurrent.futures as cf, json, os, re, shutil, signal, subprocess, sys, tempfile
PROGRAM, MODES, OUT = sys.argv[1], sys.argv[2].split(','), sys.argv[3]
CYCLES = 5
WITH = [w for w in [os.environ.get('WALK_WITH')] if w]
BASE = dict(os.environ, SOFTWARE_XE_DESCRIPTORS='fresh', SOFTWARE_XE_MACHINE='%s')
LINE = re.compile(r'^\d+ [\d.]+ ([A-Z_]+) (\w+ \{.*) = (\w+)$')
def run(mode, faults=None, limit=10):
    d = tempfile.mkdtemp(prefix='walk', dir='/tmp')
    env = dict(BASE, **({} if WITH else {"LD_PRELOAD": BASE["WITH_UR_PRELOAD"]}), SOFTWARE_XE_LOG=d + '/%p.log', WALK_LOG_DIR=d)
    for role, text in (faults or {}).items():
        env['SOFTWARE_XE_FAULTS' if role == 'E' else 'WALK_I_FAULTS'] = text
    p = subprocess.Popen(WITH + [PROGRAM, mode, str(CYCLES)], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    hang = False
    try: out, _ = p.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        hang = True
    try: os.killpg(p.pid, signal.SIGKILL)
    except ProcessLookupError: pass
    if hang: out, _ = p.communicate()
    logs = {}
    for f in os.listdir(d):
        lines = open(d + '/' + f, errors='replace').read().split('\n')
        role = next((l.split()[2] for l in lines if ' # ' in l), None)
        if role: logs[role] = lines
    shutil.rmtree(d)
    return dict(out=out.decode(errors='replace').split('\n'), hang=hang, code=p.returncode, logs=logs)
def account(lines):
    """Objects and mappings that are there at the end, and requests with their place."""
    handles, binds, place, reqs, n = collections.Counter(), {}, (0, 'start'), [], collections.Counter()
    snapshot = None
    for l in lines:
        w = l.split()
        if len(w) > 4 and w[1] == '#':
            place = (int(w[3]), w[4])
            if w[4] == 'END': snapshot = (sum(1 for h in handles if handles[h] > 0), len(binds))
            continue
        m = LINE.match(l)
        if not m: continue
        name, arg, res = m.groups()
        n[name] += 1
        reqs.append((name, n[name], place, res))
        if res != '0': continue
        h = re.search(r'handle: (\w+)', arg)
        if name in ('GEM_CREATE', 'PRIME_FD_TO_HANDLE') and h: handles[h[1]] = 1
        if name == 'GEM_CLOSE' and h: handles.pop(h[1], None)
        if name == 'VM_BIND':
            a, op, v = re.search(r' addr: (\w+)', arg)[1], re.search(r' op: (\w+)', arg)[1], re.search(r'vm_id: (\w+)', arg)[1]
            if op in ('0', '2'): binds[v, a] = 1
            elif op == '1': binds.pop((v, a), None)
    return snapshot, reqs
def steps(out):
    s, counts, notes = [], {}, []
    for l in out:
        w = l.split()
        if len(w) == 4 and w[0] in 'EI' and w[1].isdigit() and w[3].startswith('0x'): s.append((w[0], int(w[1]), w[2], w[3]))
        elif ' COUNT ' in l: counts[w[0], int(w[1])] = tuple(int(x) for x in (w[4], w[6], w[8]))
        elif l and not l.endswith('DONE'): notes.append(l)
    return s, counts, notes
def judge(r, clean):
    s, counts, notes = steps(r['out'])
    bad = [x for x in s if x[3] != '0x0']
    v = []
    if r['hang']: v.append('HANG')
    if r['code'] < 0 and not r['hang']: v.append('CRASH E %d' % -r['code'])
    v += ['CRASH ' + l for l in notes if 'SIGNAL' in l]
    v += ['ABORT ' + l for l in notes if 'Abort' in l]
    v += [l for l in notes if 'WRONG' in l]
    if r['code'] > 0: v.append('code %d' % r['code'])
    if not v:
        for role in 'EI':
            if role not in r['logs']: continue
            a, c = account(r['logs'][role])[0], clean['acc'][role]
            if a and (a[0] > c[0] or a[1] > c[1]): v.append('LEFT %s objects %+d mappings %+d' % (role, a[0] - c[0], a[1] - c[1]))
            x, y = counts.get((role, CYCLES)), clean['counts'].get((role, CYCLES))
            if x and y and (x[0] > y[0] or x[1] > y[1] + 0 ): v.append('LEFT %s fds %+d maps %+d pages %+d' % (role, *(p - q for p, q in zip(x, y))))
    return dict(verdict=v, bad=bad, notes=notes)
def effects(name):
    e = ['ENOMEM', 'ENOSPC', 'EINVAL', 'EINTR', 'EAGAIN', 'ENODEV', 'ECANCELED']
    if name.startswith('PRIME'): e += ['EMFILE']
    if name == 'WAIT_USER_FENCE': e += ['ETIME', 'EIO']
    if name == 'EXEC': e += ['hangs', 'EIO']
    return e
def main():
    jobs, results = [], []
    cleans = {}
    for mode in MODES:
        rs = [run(mode) for _ in range(3)]
        c = {'acc': {}, 'counts': {}}
        for r in rs:
            s, counts, notes = steps(r['out'])
            assert r['code'] == 0 and not notes and all(x[3] == '0x0' for x in s), (r['code'], notes, [x for x in s if x[3] != '0x0'])
            for role in 'EI':
                a = account(r['logs'][role])[0]
                o = c['acc'].get(role, (0, 0)); c['acc'][role] = (max(a[0], o[0]), max(a[1], o[1]))
            for k, x in counts.items():
                o = c['counts'].get(k, (0, 0, 0)); c['counts'][k] = tuple(map(max, x, o))
        cleans[mode] = c
        for role in 'EI':
            reqs = account(rs[0]['logs'][role])[1]
            for i, (name, n, (cycle, call), _) in enumerate(reqs):
                if cycle == 0 :
                    if call != 'start' and role == 'E' and mode == 'mem': jobs.append((mode, role, cycle, call, name, n, 'ENOMEM', 'one', f'{name}:{n}=ENOMEM'))
                    continue
                if cycle not in (1, 3): continue
                for e in effects(name): jobs.append((mode, role, cycle, call, name, n, e, 'one', f'{name}:{n}={e}'))
                for e in ('ENOMEM', 'ENOSPC'):
                    jobs.append((mode, role, cycle, call, name, n, e, 'four', ','.join(f'{name}:{k}={e}' for k in range(n, n + 4))))
                if cycle == 3:
                    before = collections.Counter(x[0] for x in reqs[:i])
                    for e in ('ENODEV', 'ECANCELED'):
                        if e == 'ECANCELED' and not name.startswith(('VM_BIND', 'EXEC', 'GEM_CREATE')): continue
                        jobs.append((mode, role, cycle, call, name, n, e, 'gone', ','.join(f'{x}:{k}={e}' for x in {y[0] for y in reqs} for k in range(before[x] + 1, before[x] + 120))))
    print(len(jobs), 'runs', flush=True)
    def one(j):
        r = run(j[0], {j[1]: j[8]})
        return dict(zip(('mode', 'role', 'cycle', 'call', 'request', 'n', 'effect', 'kind'), j[:8]), **judge(r, cleans[j[0]]))
    with cf.ThreadPoolExecutor(3) as ex, open(OUT, 'w') as f:
        for i, res in enumerate(ex.map(one, jobs)):
            f.write(json.dumps(res) + '\n'); f.flush()
main()
