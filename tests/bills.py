"""Exports of costs in the forms of vendors, all with the same costs; ids and amounts are made up."""

import datetime
import json

TODAY = datetime.date(2026, 11, 28)
#: US dollars by day in each of the exports. The 21st and the 23rd cost nothing.
COSTS = {"2026-11-20": "1.50", "2026-11-21": "0", "2026-11-22": "0.25", "2026-11-23": "0", "2026-11-24": "2"}
_BEGIN = 1_795_132_800  #: 2026-11-20T00:00:00Z
_DAY = 86_400


def _openai(number: int, *amounts: float | str) -> dict[str, object]:
    results = [
        {
            "object": "organization.costs.result",
            "amount": {"value": amount, "currency": "usd"},
            "line_item": None,
        }
        for amount in amounts
    ]
    start = _BEGIN + number * _DAY
    return {"object": "bucket", "start_time": start, "end_time": start + _DAY, "results": results}


def _anthropic(number: int, *cents: str) -> dict[str, object]:
    results = [{"amount": amount, "currency": "USD", "description": None} for amount in cents]
    day = "2026-11-{:02}T00:00:00Z".format
    return {"starting_at": day(20 + number), "ending_at": day(21 + number), "results": results}


def _openrouter(day: str, usage: float, own: float) -> dict[str, object]:
    return {"date": day, "model": "x/y", "usage": usage, "byok_usage_inference": own, "requests": 2}


_OPENAI_HEAD = "start_time,end_time,start_time_iso,amount_value,amount_currency,line_item"
BILLS = {
    "openai.json": json.dumps(
        {
            "object": "page",
            "data": [
                _openai(0, 1.0, "0.5"),
                _openai(1),
                _openai(2, 0.25),
                _openai(3),
                _openai(4, 2),
            ],
            "has_more": False,
        }
    ),
    "openai.csv": "\n".join(
        [
            _OPENAI_HEAD,
            f"{_BEGIN},{_BEGIN + _DAY},2026-11-20T00:00:00+00:00,1.500000000000000000000000,usd,",
            f"{_BEGIN + _DAY},{_BEGIN + 2 * _DAY},2026-11-21T00:00:00+00:00,,,",
            f'{_BEGIN + 2 * _DAY},{_BEGIN + 3 * _DAY},2026-11-22T00:00:00,0.25,usd,"small, input"',
            f"{_BEGIN + 3 * _DAY},{_BEGIN + 4 * _DAY},2026-11-23T00:00:00,,,",
            f"{_BEGIN + 4 * _DAY},{_BEGIN + 5 * _DAY},2026-11-24T00:00:00,2,usd,",
        ]
    ),
    "anthropic.json": json.dumps(
        {
            "data": [
                _anthropic(0, "100", "50.00"),
                _anthropic(1),
                _anthropic(2, "25"),
                _anthropic(3),
                _anthropic(4, "200"),
            ],
            "has_more": True,
            "next_page": "page_MjAyNi0xMS0yNQ==",
        }
    ),
    "anthropic.csv": "\n".join(
        [
            "usage_date_utc,model,workspace,api_key,token_type,cost_usd,list_price_usd,cost_type",
            "2026-11-20,Acme 1,Default,demo,input_no_cache,1.00,1.00,token",
            "2026-11-20,Acme 1,Default,demo,output,0.50,0.50,token",
            "2026-11-22,Acme 1,Default,demo,output,0.25,0.25,token",
            "2026-11-24,Acme 1,Default,demo,output,2.00,2.00,token",
        ]
    ),
    "openrouter.json": json.dumps(
        {
            "data": [
                _openrouter("2026-11-24", 2, 0),
                _openrouter("2026-11-22 00:00:00", 0.25, 0),
                _openrouter("2026-11-20", 1, 0.5),
            ]
        }
    ),
    "openrouter.csv": "\n".join(
        [
            "Date,Slug,Usage,BYOK Usage,Requests",
            '"2026-11-24 00:00:00","x/y","2","0","4"',
            '"2026-11-22 00:00:00","x/y","0.25","0","1"',
            '"2026-11-20 00:00:00","x/y","1.00","0.5","9"',
        ]
    ),
}
